import { may, type Right } from '@portal/contract/members/roles'
import type { Workspace } from '@portal/contract/workspaces/workspaces'

/** Returns why the user cannot change the workspace now, or undefined if they can. */
export function changeRefusal(
  { role, quarantinedAt }: Pick<Workspace, 'role' | 'quarantinedAt'>,
  right: Right,
): string | undefined {
  if (!may(role, right)) return 'Only the workspace owner can change this'
  return quarantinedAt ? 'This workspace is quarantined' : undefined
}

/** Only the creator can make a workspace their default, and only while it is not quarantined. */
export function maySetDefault(
  { creatorUserId, quarantinedAt }: Pick<Workspace, 'creatorUserId' | 'quarantinedAt'>,
  userId: string,
): boolean {
  return creatorUserId === userId && quarantinedAt === null
}
