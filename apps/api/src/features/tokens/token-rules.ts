import { tokenLifetimeMinMs } from '@portal/contract/limits'
import type { WorkspaceRole } from '@portal/contract/members/roles'
import { may } from '@portal/contract/members/roles'
import { messages } from '@portal/contract/messages'
import { serviceAccountRights } from '@portal/contract/service-accounts/service-accounts'
import { longLifetimeMessage, parseTimeString } from '@portal/contract/text/time-string'
import { mayChangeToken, tokenRights } from '@portal/contract/tokens/token-rights'
import { invalid, Refusal } from '../../http/errors/refusal.ts'
import type { ApiTokenRow } from './api-token-store.ts'

/**
 * Parses the lifetime of a new token into milliseconds (docs/product/interface.md#time-strings).
 * @throws Refusal `ValidationError` when it isn't a time string, is shorter than a minute or longer than `maxMs`.
 */
export function parseTokenLifetime(expiration: string, maxMs: number): number {
  const lifetimeMs = parseTimeString(expiration)
  if (lifetimeMs === undefined || lifetimeMs < 0) throw invalid('expiration', messages.timeString)
  if (lifetimeMs < tokenLifetimeMinMs) throw invalid('expiration', messages.shortLifetime)
  if (lifetimeMs > maxMs) throw invalid('expiration', longLifetimeMessage(maxMs))
  return lifetimeMs
}

/** The caller who changes a token, and their role. */
interface Requester {
  userId: string
  role: WorkspaceRole
}
type ChangedToken = Pick<ApiTokenRow, 'creatorUserId' | 'serviceAccountId'>

/** @throws Refusal `NotAllowed` when the role doesn't allow managing service accounts. */
export function checkMayManageServiceAccounts({ role }: Pick<Requester, 'role'>): void {
  if (!may(role, serviceAccountRights.manageServiceAccounts)) throw refuseServiceAccounts()
}

function refuseServiceAccounts(): Refusal {
  const message = 'Only owners and approvers can manage the tokens of service accounts.'
  return new Refusal('NotAllowed', message, { roles: serviceAccountRights.manageServiceAccounts.roles })
}

/**
 * Applies `mayChangeToken` of the contract.
 * @throws Refusal `NotAllowed` with the roles that allow the action.
 */
export function checkMayChange(
  token: ChangedToken,
  who: Requester,
  right: 'renameToken' | 'revokeToken',
): void {
  const isOfServiceAccount = token.serviceAccountId !== null
  if (mayChangeToken({ creatorUserId: token.creatorUserId, isOfServiceAccount }, who, right)) return
  if (isOfServiceAccount) throw refuseServiceAccounts()
  throw new Refusal('NotAllowed', "Only the token's creator or the workspace owner can change this token.", {
    roles: tokenRights[right].roles,
  })
}

/**
 * Moving a token can end its secret, so it needs the right to revoke the token.
 * @throws Refusal `NotAllowed`, or `Conflict` for a token that already belongs to a service account.
 */
export function checkMayMove(token: ChangedToken, who: Requester): void {
  if (token.serviceAccountId !== null)
    throw new Refusal('Conflict', 'This token already belongs to a service account.')
  checkMayChange(token, who, 'revokeToken')
}

/**
 * The new secret of a user's token acts as its creator, who may have other workspaces if the token manages, and may be staff, whom
 * other services recognize by their address. So only the creator gets it.
 * @throws Refusal `NotAllowed`
 */
export function checkMayRotate(
  { permission, creatorUserId, serviceAccountId }: Pick<ApiTokenRow, 'permission'> & ChangedToken,
  { userId }: Pick<Requester, 'userId'>,
  isCreatorStaff: boolean,
): void {
  if (creatorUserId === userId || serviceAccountId !== null) return
  if (permission === 'manage')
    throw new Refusal(
      'NotAllowed',
      'Only its creator can rotate a token that manages the workspace, because the new secret acts as them. Revoke it instead.',
    )
  if (isCreatorStaff)
    throw new Refusal(
      'NotAllowed',
      'Only its creator can rotate a token of staff, because the new secret acts as them. Revoke it instead.',
    )
}

/** @throws Refusal `Conflict` for a token that has ended and can no longer be changed. */
export function checkWorks(
  { revokedAt, expiresAt }: Pick<ApiTokenRow, 'revokedAt' | 'expiresAt'>,
  now: Date,
) {
  if (revokedAt) throw new Refusal('Conflict', 'This token is revoked. Create a new one instead.')
  if (expiresAt <= now) throw new Refusal('Conflict', 'This token has expired. Create a new one instead.')
}

/** Returns the lifetime of a rotated secret: that of the previous secret, up to the current maximum. */
export function rotatedLifetime(
  expiration: string | undefined,
  previous: { createdAt: Date; expiresAt: Date },
  maxMs: number,
): number {
  if (expiration !== undefined) return parseTokenLifetime(expiration, maxMs)
  return Math.min(previous.expiresAt.getTime() - previous.createdAt.getTime(), maxMs)
}
