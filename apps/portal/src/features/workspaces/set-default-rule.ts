import type { Workspace } from '@portal/contract/workspaces'

/** Only the creator can make a workspace their default, and only while it is not quarantined. */
export function maySetDefault(
  { creatorUserId, quarantinedAt }: Pick<Workspace, 'creatorUserId' | 'quarantinedAt'>,
  userId: string,
): boolean {
  return creatorUserId === userId && quarantinedAt === null
}
