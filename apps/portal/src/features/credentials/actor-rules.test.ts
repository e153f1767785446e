import { isUnused } from '@portal/contract/access-review/access-review'
import { describe, expect, it } from 'vitest'
import { ada, grace, invited } from '../../testing/team.ts'
import {
  actorFilters,
  findActors,
  isExpiring,
  mayChange,
  peopleOptions,
  personSummary,
  type ReviewRow,
  reviewRows,
  rowsOfPerson,
} from './actor-rules.ts'

const now = new Date('2026-03-02T12:00:00.000Z')
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString()

const token: ReviewRow = {
  kind: 'token',
  id: 'T1',
  name: 'Deploys',
  userId: 'U1',
  email: 'ada@example.com',
  role: null,
  permission: null,
  serviceAccount: null,
  createdBy: null,
  state: 'active',
  createdAt: inDays(-200),
  lastUsedAt: inDays(-1),
  lastUsedIp: '203.0.113.7',
  expiresAt: inDays(60),
}
const unused: ReviewRow = { ...token, id: 'T2', name: 'Old cron', lastUsedAt: inDays(-90) }
const rule: ReviewRow = {
  ...token,
  kind: 'trustRule',
  id: 'R1',
  name: 'main',
  userId: null,
  email: null,
  serviceAccount: { id: 'S1', name: 'deploy-bot' },
  createdBy: { userId: 'U9', email: 'gone@example.com' },
  state: 'disabled',
  expiresAt: null,
}
const webhook: ReviewRow = {
  ...rule,
  kind: 'webhook',
  id: 'H1',
  name: 'hooks.example.com',
  serviceAccount: null,
  state: 'failing',
  lastUsedAt: null,
}
const member: ReviewRow = {
  ...token,
  kind: 'member',
  id: 'U1',
  name: 'Ada Lovelace',
  role: 'APPROVER',
  lastUsedAt: null,
  lastUsedIp: null,
  expiresAt: null,
}

describe('isUnused', () => {
  it('is true once 90 days have passed since the last use', () => {
    expect(isUnused(unused, now)).toBe(true)
    expect(isUnused({ ...token, lastUsedAt: inDays(-89.9) }, now)).toBe(false)
  })

  it('is false for a webhook, whose older deliveries are not known', () => {
    expect(isUnused(webhook, now)).toBe(false)
  })

  it('is true for an actor that was never used and was created 90 days ago', () => {
    expect(isUnused({ ...token, lastUsedAt: null }, now)).toBe(true)
    expect(isUnused({ ...token, lastUsedAt: null, createdAt: inDays(-3) }, now)).toBe(false)
  })
})

describe('isUnused for a member', () => {
  it('is true 90 days after they joined or last opened the workspace', () => {
    expect(isUnused(member, now)).toBe(true)
    expect(isUnused({ ...member, lastUsedAt: inDays(-5) }, now)).toBe(false)
  })
})

describe('reviewRows', () => {
  it('lists the invitations after the members, and none of them as unused', () => {
    const { kind: _, ...actor } = member
    const actors = [{ ...actor, kind: 'member', id: grace.userId } as const]
    const rows = reviewRows(actors, [ada, grace, invited('new@example.com')])
    expect(rows.map((row) => [row.kind, row.name, row.member?.email])).toEqual([
      ['member', 'Ada Lovelace', 'grace@example.com'],
      ['invitation', 'new@example.com', 'new@example.com'],
    ])
    const long = new Date(Date.now() + 300 * 86_400_000)
    expect(rows.map((row) => isUnused(row, long))[1]).toBe(false)
  })
})

describe('peopleOptions and personSummary', () => {
  const rows = [member, token, rule, webhook]

  it('offer a user who left, and say that their creations are still there', () => {
    expect(peopleOptions(rows).map(({ value, label }) => [value, label])).toEqual([
      ['U1', 'Ada Lovelace'],
      ['U9', 'gone@example.com'],
    ])
    expect(personSummary(rows, 'U9')).toBe('No longer a member. Created 1 trust rule and 1 webhook.')
  })

  it("say a member's role, tokens and right to approve", () => {
    expect(personSummary([...rows, unused], 'U1')).toBe(
      'Approver. Can approve changes. 2 API tokens act for them.',
    )
  })
})

describe('isExpiring', () => {
  it('is true within 30 days of the expiry, and never without one', () => {
    expect(isExpiring({ ...token, expiresAt: inDays(30) }, now)).toBe(true)
    expect(isExpiring({ ...token, expiresAt: inDays(30.1) }, now)).toBe(false)
    expect(isExpiring(rule, now)).toBe(false)
  })

  it('is true for an open invitation that expires in 12 days, and not for an expired one', () => {
    const invitation: ReviewRow = { ...member, kind: 'invitation', expiresAt: inDays(12) }
    expect(isExpiring(invitation, now)).toBe(true)
    expect(isExpiring({ ...invitation, expiresAt: inDays(-1) }, now)).toBe(false)
  })
})

describe('mayChange', () => {
  it("lets an approver change their own tokens and those of service accounts, but not other members' tokens", () => {
    const approver = { role: 'APPROVER', userId: 'U2' } as const
    expect(mayChange(token, approver)).toBe(false)
    expect(mayChange({ ...token, userId: 'U2' }, approver)).toBe(true)
    expect(mayChange({ ...token, userId: null }, approver)).toBe(true)
    expect(mayChange(token, { role: 'OWNER', userId: 'U2' })).toBe(true)
  })
})

describe('findActors', () => {
  const all = [token, unused, rule, webhook]
  const find = (search: string, ...filterIds: string[]) =>
    findActors(all, { search, filterIds, now }).map(({ id }) => id)

  it('searches names, emails and service accounts ignoring case', () => {
    expect([find(' DEPLOY'), find('ada@'), find('nothing')]).toEqual([['T1', 'R1'], ['T1', 'T2'], []])
  })

  it('returns actors that match at least one active filter of each group', () => {
    expect(find('', 'token', 'trustRule')).toEqual(['T1', 'T2', 'R1'])
    expect(find('', 'token', 'unused')).toEqual(['T2'])
    expect(find('', 'unused', 'inactive')).toEqual(['T2', 'R1', 'H1'])
    expect(find('', 'webhook')).toEqual(['H1'])
  })
})

describe('rowsOfPerson', () => {
  const rows = [member, token, unused, rule]
  const of = (personId: string | undefined) => rowsOfPerson(rows, personId).map(({ id }) => id)

  it('returns a person, their tokens and what they created', () => {
    expect([of('U1'), of('U9')]).toEqual([['U1', 'T1', 'T2'], ['R1']])
  })

  it('returns all rows without a person', () => {
    expect(of(undefined)).toEqual(['U1', 'T1', 'T2', 'R1'])
  })
})

describe('actorFilters', () => {
  it('counts the actors that each filter matches', () => {
    const counts = actorFilters([token, unused, rule, webhook], now).map(({ id, count }) => [id, count])
    expect(Object.fromEntries(counts)).toEqual({
      member: 0,
      invitation: 0,
      serviceAccount: 0,
      token: 2,
      trustRule: 1,
      webhook: 1,
      unused: 1,
      expiring: 0,
      inactive: 2,
      approves: 0,
    })
  })
})
