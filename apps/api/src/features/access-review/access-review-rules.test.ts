import { describe, expect, it } from 'vitest'
import { actorBody, remainingKinds } from './access-review-rules.ts'

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

  it('names a member by their full name, or by their email', () => {
    const member = { ...row, kind: 'member', name: null, email: 'ada@example.com' } as const
    expect(actorBody({ ...member, firstName: 'Ada', lastName: null }, now).name).toBe('Ada')
    expect(actorBody({ ...member, firstName: null, lastName: null }, now).name).toBe('ada@example.com')
  })

  it("leaves out the creator of a service account's token", () => {
    const created = { ...row, userId: 'U1', email: 'ada@example.com' }
    expect(actorBody(created, now)).toMatchObject({ userId: 'U1', email: 'ada@example.com' })
    const ofBot = { ...created, serviceAccountId: 'S1', serviceAccountName: 'deploy-bot' }
    expect(actorBody(ofBot, now)).toMatchObject({
      userId: null,
      email: null,
      serviceAccount: { id: 'S1', name: 'deploy-bot' },
    })
  })
})

describe('remainingKinds', () => {
  it('continues after the key within its kind, and starts each following kind from the beginning', () => {
    expect(remainingKinds(['token', 'T1'])).toEqual([
      { kind: 'token', afterId: 'T1' },
      { kind: 'trustRule', afterId: '' },
    ])
    expect(remainingKinds(undefined).map(({ kind }) => kind)).toEqual([
      'member',
      'serviceAccount',
      'token',
      'trustRule',
    ])
  })
})
