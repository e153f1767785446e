import type { handoffUserSchema, handoffWorkspaceSchema } from '@portal/contract/handoff/handoff'
import type { z } from 'zod/mini'
import type { Person } from '../../guard/caller.ts'
import { Refusal } from '../../http/errors/refusal.ts'
import { nicknameOf } from '../account/user-body.ts'
import type { HandoffCode, HandoffWorkspace } from './handoff-store.ts'

export const invalidCode = () =>
  new Refusal('Conflict', 'The code is invalid, expired or already used. Open the workspace again.')

/**
 * Checks a redemption with the current state, because anything may have changed since the code was issued. Throws the
 * refusal for the first failed check.
 */
export function checkRedemption(found: {
  code: HandoffCode
  session: { endedAt: Date | null; expiresAt: Date; isPersonDeleted: Date | null; person: Person } | undefined
  workspace: HandoffWorkspace | undefined
  needsTosUpdate: (person: Person) => boolean
  now: Date
}): { person: Person; workspace: HandoffWorkspace } {
  const { code, session, workspace, now } = found
  if (code.expiresAt < now) throw invalidCode()
  if (!session || session.endedAt || session.expiresAt < now || session.isPersonDeleted) throw invalidCode()
  const { person } = session
  if (person.id !== code.userId) throw invalidCode()
  if (person.quarantinedAt)
    throw new Refusal('AccountQuarantined', 'The account is paused for suspicious activity.')
  if (person.suspendedAt)
    throw new Refusal('AccountSuspended', 'The account is paused pending payment or payment information.')
  if (found.needsTosUpdate(person))
    throw new Refusal('MissingTosAcceptance', 'Accept the terms of service first.')
  if (!person.emailVerified) throw new Refusal('EmailNotVerified', 'Verify your email address first.')
  if (!workspace) throw new Refusal('NotFound', 'The workspace does not exist.')
  if (workspace.quarantinedAt)
    throw new Refusal('WorkspaceQuarantined', 'The workspace is paused for suspicious activity.')
  if (workspace.instanceUrl !== code.instanceUrl) throw invalidCode()
  return { person, workspace }
}

export function handoffUser(person: Person): z.infer<typeof handoffUserSchema> {
  const { id, email, firstName, lastName, pictureUrl } = person
  return { id, email, nickname: nicknameOf(person), firstName, lastName, pictureUrl }
}

export function handoffWorkspace(
  workspace: HandoffWorkspace,
  secret: string,
): z.infer<typeof handoffWorkspaceSchema> {
  const { id, displayName, creatorUserId, instanceUrl, instanceEnvType, role } = workspace
  const approvalsEnabled = workspace.isApprovalsEnabled
  const facts = { id, displayName, creatorUserId, instanceUrl, instanceEnvType, approvalsEnabled, role }
  return { ...facts, token: secret }
}
