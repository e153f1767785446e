import type { AttentionItem } from '@portal/contract/attention/attention'
import { dayMs } from '@portal/contract/durations'
import { type Member, memberRights } from '@portal/contract/members/members'
import { may, type WorkspaceRole } from '@portal/contract/members/roles'
import type { ServiceAccount } from '@portal/contract/service-accounts/service-accounts'
import { mayChangeToken } from '@portal/contract/tokens/token-rights'
import type { AuthToken } from '@portal/contract/tokens/token-schemas'
import { rotationOf } from '../credentials/token-state.ts'

export const upcomingDays = 90

/** Something that expires by itself and needs nothing yet. */
export interface Upcoming {
  kind: 'token' | 'oldSecret' | 'invitation'
  id: string
  /** The name of the token, or the invited address. */
  name: string
  at: string
}

export interface UpcomingInput {
  role: WorkspaceRole
  userId: string
  tokens: readonly AuthToken[]
  serviceAccounts: readonly ServiceAccount[]
  members: readonly Member[]
  /** What is listed above as needing attention. */
  attention: readonly AttentionItem[]
  now: Date
}

/**
 * Returns what expires within 90 days and the user may act on, earliest first, without what already needs attention. Tokens of a
 * disabled service account can't act.
 */
export function findUpcoming(input: UpcomingInput): Upcoming[] {
  const { role, userId, tokens, serviceAccounts, members, attention, now } = input
  const listed = new Set(attention.map(({ kind, id }) => `${kind} ${id}`))
  const disabled = new Set(serviceAccounts.filter(({ disabledAt }) => disabledAt).map(({ id }) => id))
  const isAhead = ({ at }: Upcoming) => {
    const inMs = Date.parse(at) - now.getTime()
    return inMs > 0 && inMs <= upcomingDays * dayMs
  }
  const ofTokens = tokens
    .filter(
      ({ revokedAt, createdBy, serviceAccount }) =>
        !revokedAt &&
        !(serviceAccount && disabled.has(serviceAccount.id)) &&
        mayChangeToken(
          { creatorUserId: createdBy.userId, isOfServiceAccount: serviceAccount !== null },
          { role, userId },
          'revokeToken',
        ),
    )
    .flatMap((token) => {
      const { id, name, expiresAt } = token
      const found: Upcoming[] = []
      if (expiresAt && !listed.has(`tokenExpires ${id}`))
        found.push({ kind: 'token', id, name, at: expiresAt })
      const retiresAt = rotationOf(token, now)?.old[0]?.retiresAt
      if (retiresAt && !listed.has(`oldSecretUsed ${id}`))
        found.push({ kind: 'oldSecret', id, name, at: retiresAt })
      return found
    })
  const invited = may(role, memberRights.inviteMember) ? members : []
  const ofInvitations = invited.flatMap(({ email, invitation }): Upcoming[] =>
    invitation ? [{ kind: 'invitation', id: invitation.id, name: email, at: invitation.expiresAt }] : [],
  )
  return [...ofTokens, ...ofInvitations]
    .filter(isAhead)
    .sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
}
