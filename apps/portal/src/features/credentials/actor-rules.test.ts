import type { Actor } from '@portal/contract/access-review/access-review'
import { describe, expect, it } from 'vitest'
import { actorFilters, findActors, isExpiring, isUnused, mayChange } from './actor-rules.ts'

const now = new Date('2026-03-02T12:00:00.000Z')
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString()

const token: Actor = {
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
const unused: Actor = { ...token, id: 'T2', name: 'Old cron', lastUsedAt: inDays(-90) }
const rule: Actor = {
  ...token,
  kind: 'trustRule',
  id: 'R1',
  name: 'main',
  userId: null,
  email: null,
  serviceAccount: { id: 'S1', name: 'deploy-bot' },
  state: 'disabled',
  expiresAt: null,
}

describe('isUnused', () => {
  it('is true once 90 days have passed since the last use', () => {
    expect(isUnused(unused, now)).toBe(true)
    expect(isUnused({ ...token, lastUsedAt: inDays(-89.9) }, now)).toBe(false)
  })

  it('is true for an actor that was never used and was created 90 days ago', () => {
    expect(isUnused({ ...token, lastUsedAt: null }, now)).toBe(true)
    expect(isUnused({ ...token, lastUsedAt: null, createdAt: inDays(-3) }, now)).toBe(false)
  })
})

describe('isExpiring', () => {
  it('is true within 30 days of the expiry, and never without one', () => {
    expect(isExpiring({ ...token, expiresAt: inDays(30) }, now)).toBe(true)
    expect(isExpiring({ ...token, expiresAt: inDays(30.1) }, now)).toBe(false)
    expect(isExpiring(rule, now)).toBe(false)
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
  const all = [token, unused, rule]
  const find = (search: string, ...filterIds: string[]) =>
    findActors(all, { search, filterIds, now }).map(({ id }) => id)

  it('searches names, emails and service accounts ignoring case', () => {
    expect([find(' DEPLOY'), find('ada@'), find('nothing')]).toEqual([['T1', 'R1'], ['T1', 'T2'], []])
  })

  it('returns actors that match at least one active filter of each group', () => {
    expect(find('', 'token', 'trustRule')).toEqual(['T1', 'T2', 'R1'])
    expect(find('', 'token', 'unused')).toEqual(['T2'])
    expect(find('', 'unused', 'inactive')).toEqual(['T2', 'R1'])
  })
})

describe('actorFilters', () => {
  it('counts the actors that each filter matches', () => {
    const counts = actorFilters([token, unused, rule], now).map(({ id, count }) => [id, count])
    expect(Object.fromEntries(counts)).toEqual({
      member: 0,
      serviceAccount: 0,
      token: 2,
      trustRule: 1,
      unused: 1,
      expiring: 0,
      inactive: 1,
    })
  })
})
