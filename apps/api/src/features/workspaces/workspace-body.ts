import { withAsciiHost } from '@portal/contract/text/ascii-host'
import type { Workspace } from '@portal/contract/workspaces/workspaces'
import type { Caller } from '../../guard/caller.ts'
import type { WorkspaceRow } from './workspace-store.ts'

/** Converts a row to the API's format. The row doesn't contain the workspace's secret. */
export function workspaceBody(row: WorkspaceRow): Workspace {
  return {
    id: row.id,
    displayName: row.displayName,
    description: row.description ?? '',
    instanceUrl: withAsciiHost(row.instanceUrl),
    instanceEnvType: row.instanceEnvType,
    isDefault: row.isDefault,
    isFavourite: row.isFavourite,
    isHidden: row.isHidden,
    approvalsEnabled: row.isApprovalsEnabled,
    role: row.role,
    creatorUserId: row.creatorUserId,
    creatorUser: { firstName: row.creatorFirstName, lastName: row.creatorLastName },
    createdAt: row.createdAt.toISOString(),
    quarantinedAt: row.quarantinedAt?.toISOString() ?? null,
    memberCount: row.memberCount,
    lastOpenedAt: row.lastOpenedAt?.toISOString() ?? null,
  }
}

/** The owner's own settings and use of a workspace, which its service accounts don't see. */
const noSettings = { isDefault: false, isFavourite: false, isHidden: false, lastOpenedAt: null }

/** Converts the row of the caller. A service account reads that of the owner, with whose membership it acts. */
export function ownWorkspaceBody(row: WorkspaceRow, { token }: Caller): Workspace {
  const body = workspaceBody(row)
  return token?.serviceAccount ? { ...body, ...noSettings } : body
}
