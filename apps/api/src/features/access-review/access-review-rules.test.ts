import { describe, expect, it } from 'vitest'
import { actorBody, entryOf, nextDueAt, remainingKinds } from './access-review-rules.ts'

const now = new Date('2026-03-02T12:00:00.000Z')
const row = { kind: 'token', id: 'T1', name: 'Deploys', createdAt: now, lastUsedAt: null } as const
const later = new Date(now.getTime() + 1)

describe('actorBody', () => {
  it('has the state disabled even if the token is also paused, and the state learning for a learning rule', () => {
    expect(actorBody(row, now).state).toBe('active')
    expect(actorBody({ ...row, pausedUntil: later }, now).state).toBe('paused')
    expect(actorBody({ ...row, pausedUntil: now }, now).state).toBe('active')
    expect(actorBody({ ...row, pausedUntil: later, disabledAt: now }, now).state).toBe('disabled')
    expect(actorBody({ ...row, kind: 'trustRule', learningUntil: now }, now).state).toBe('learning')
  })

  it('has the reason why a webhook receives no events as its state', () => {
    const webhook = { ...row, kind: 'webhook', isConfirmed: true, failingSince: now } as const
    expect(actorBody(webhook, now).state).toBe('failing')
    expect(actorBody({ ...webhook, isConfirmed: false }, now).state).toBe('unconfirmed')
    const stopped = { ...webhook, isConfirmed: false, disabledAt: now } as const
    expect(actorBody({ ...stopped, disabledReason: 'gone' }, now).state).toBe('disabled')
    expect(actorBody({ ...stopped, disabledReason: 'owner' }, now).state).toBe('paused')
  })

  it('names a member by their full name, or by their email', () => {
    const member = { ...row, kind: 'member', name: null, email: 'ada@example.com' } as const
    expect(actorBody({ ...member, firstName: 'Ada', lastName: null }, now).name).toBe('Ada')
    expect(actorBody({ ...member, firstName: null, lastName: null }, now).name).toBe('ada@example.com')
  })

  it("says who created a service account's token, and that it acts for no user", () => {
    const creator = { creatorUserId: 'U1', creatorEmail: 'ada@example.com' }
    const created = { ...row, userId: 'U1', email: 'ada@example.com', ...creator }
    expect(actorBody(created, now)).toMatchObject({
      userId: 'U1',
      email: 'ada@example.com',
      createdBy: null,
    })
    const ofBot = { ...created, serviceAccountId: 'S1', serviceAccountName: 'deploy-bot' }
    expect(actorBody(ofBot, now)).toMatchObject({
      userId: null,
      email: null,
      serviceAccount: { id: 'S1', name: 'deploy-bot' },
      createdBy: { userId: 'U1', email: 'ada@example.com' },
    })
  })
})

describe('entryOf', () => {
  it('keeps the address of an invitee apart from the user who sent the invitation, and marks an expired invitation', () => {
    const sent = {
      creatorUserId: 'U1',
      creatorEmail: 'ada@example.com',
      email: 'new@example.com',
      name: null,
    }
    const invitation = { ...row, ...sent, kind: 'invitation', id: 'I1', expiresAt: later } as const
    expect(entryOf(invitation, now)).toMatchObject({
      invitationId: 'I1',
      email: 'new@example.com',
      userId: null,
      createdByUserId: 'U1',
      state: 'open',
    })
    expect(entryOf({ ...invitation, expiresAt: now }, now).state).toBe('expired')
  })
})

describe('nextDueAt', () => {
  it.each([
    ['2026-02-03T10:00:00.000Z', 'quarter', '2026-05-03T10:00:00.000Z'],
    ['2026-11-30T10:00:00.000Z', 'quarter', '2027-02-28T10:00:00.000Z'],
    ['2028-02-29T10:00:00.000Z', 'year', '2029-02-28T10:00:00.000Z'],
  ] as const)('moves %s by a %s to %s', (since, every, due) => {
    expect(nextDueAt(new Date(since), every).toISOString()).toBe(due)
  })
})

describe('remainingKinds', () => {
  it('continues after the key within its kind, and starts each following kind from the beginning', () => {
    expect(remainingKinds(['token', 'T1'])).toEqual([
      { kind: 'token', afterId: 'T1' },
      { kind: 'trustRule', afterId: '' },
      { kind: 'webhook', afterId: '' },
    ])
    expect(remainingKinds(undefined).map(({ kind }) => kind)).toEqual([
      'member',
      'serviceAccount',
      'token',
      'trustRule',
      'webhook',
    ])
  })
})
