import type { Workspace } from '@portal/contract/workspaces'

/** Only its creator makes a workspace their default, and not while it opens nowhere (RULES section 6). */
export function maySetDefault(
  { creatorUserId, quarantinedAt }: Pick<Workspace, 'creatorUserId' | 'quarantinedAt'>,
  userId: string,
): boolean {
  return creatorUserId === userId && quarantinedAt === null
}
