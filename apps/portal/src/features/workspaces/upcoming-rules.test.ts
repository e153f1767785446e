import { dayMs } from '@portal/contract/durations'
import { describe, expect, it } from 'vitest'
import { person } from '../../testing/people.ts'
import { attentionItem, invited, linus } from '../../testing/team.ts'
import { authToken, serviceAccount } from '../../testing/tokens.ts'
import { findUpcoming, type UpcomingInput } from './upcoming-rules.ts'

const now = new Date()
const inDays = (days: number) => new Date(now.getTime() + days * dayMs).toISOString()

const find = (more: Partial<UpcomingInput>) =>
  findUpcoming({
    role: 'OWNER',
    userId: person().id,
    tokens: [],
    serviceAccounts: [],
    members: [],
    attention: [],
    now,
    ...more,
  }).map(({ kind, name }) => `${kind} ${name}`)

const createdBy = { ...authToken().createdBy, userId: linus.userId }

describe('findUpcoming', () => {
  it('returns tokens, old secrets and invitations of the next 90 days, earliest first', () => {
    const secret = { createdAt: inDays(-1), expiresAt: inDays(200), lastUsedAt: null, lastUsedIp: null }
    const tokens = [
      authToken({ id: 'T1', name: 'in 89 days', expiresAt: inDays(89) }),
      authToken({ id: 'T2', name: 'in 91 days', expiresAt: inDays(91) }),
      authToken({ id: 'T3', name: 'expired', expiresAt: inDays(-1) }),
      authToken({ id: 'T4', name: 'revoked', expiresAt: inDays(30), revokedAt: inDays(-1) }),
      authToken({
        id: 'T5',
        name: 'rotated',
        expiresAt: inDays(200),
        secrets: [
          { ...secret, retiresAt: null },
          { ...secret, retiresAt: inDays(1) },
        ],
      }),
    ]
    const members = [linus, invited('new@example.com'), invited('late@example.com', true)]
    expect(find({ tokens, members })).toEqual([
      'oldSecret rotated',
      'invitation new@example.com',
      'token in 89 days',
    ])
  })

  it('omits what already needs attention', () => {
    const tokens = [authToken({ id: 'T1', name: 'soon', expiresAt: inDays(3) })]
    expect(find({ tokens })).toEqual(['token soon'])
    expect(find({ tokens, attention: [attentionItem({ id: 'T1' })] })).toEqual([])
  })

  it('omits tokens of a disabled service account', () => {
    const tokens = [authToken({ name: 'of a bot', expiresAt: inDays(30), serviceAccount })]
    expect(find({ tokens, serviceAccounts: [serviceAccount] })).toEqual(['token of a bot'])
    expect(find({ tokens, serviceAccounts: [{ ...serviceAccount, disabledAt: inDays(-1) }] })).toEqual([])
  })

  it("omits other users' tokens and invitations for a collaborator, and service accounts' tokens", () => {
    const expiresAt = inDays(30)
    const tokens = [
      authToken({ id: 'T1', name: 'own', expiresAt }),
      authToken({ id: 'T2', name: 'of another', expiresAt, createdBy }),
      authToken({ id: 'T3', name: 'of a service account', expiresAt, serviceAccount }),
    ]
    const members = [invited('new@example.com')]
    expect(find({ tokens, members, role: 'EDITOR' })).toEqual(['token own'])
    expect(find({ tokens, members, role: 'APPROVER' })).toEqual([
      'invitation new@example.com',
      'token own',
      'token of a service account',
    ])
  })
})
