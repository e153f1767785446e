import { withAsciiHost } from '@portal/contract/ascii-host'
import type { Workspace } from '@portal/contract/workspaces'
import type { WorkspaceRow } from './workspace-store.ts'

/** Converts a row to the API's format. The row doesn't contain the workspace's secret. */
export function workspaceBody(row: WorkspaceRow): Workspace {
  return {
    id: row.id,
    displayName: row.displayName,
    description: row.description,
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
