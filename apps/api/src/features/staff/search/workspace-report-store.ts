/** Queries for the report about one workspace. */
import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Orm } from '../../../db/database.ts'
import { users } from '../../account/user-table.ts'
import { workspaceMembers } from '../../members/member-table.ts'
import { authTokens } from '../../tokens/token-table.ts'
import { workspaces } from '../../workspaces/workspace-table.ts'

const mostListed = 200

const quarantinedBy = alias(users, 'quarantined_by')

/** Finds a workspace with its owner and pause, even if it is deleted. Excludes its secret. */
export async function findReportedWorkspace(db: Orm, workspaceId: string) {
  const [row] = await db
    .select({
      id: workspaces.id,
      displayName: workspaces.displayName,
      description: workspaces.description,
      instanceUrl: workspaces.instanceUrl,
      instanceEnvType: workspaces.instanceEnvType,
      approvalsEnabled: workspaces.isApprovalsEnabled,
      createdAt: workspaces.createdAt,
      deletedAt: workspaces.deletedAt,
      quarantinedAt: workspaces.quarantinedAt,
      quarantinedUntil: workspaces.quarantinedUntil,
      quarantineReason: workspaces.quarantineReason,
      quarantinedByEmail: quarantinedBy.email,
      owner: {
        id: users.id,
        email: users.email,
        firstName: users.firstName,
        lastName: users.lastName,
      },
    })
    .from(workspaces)
    .innerJoin(users, eq(users.id, workspaces.creatorUserId))
    .leftJoin(quarantinedBy, eq(quarantinedBy.id, workspaces.quarantinedByUserId))
    .where(eq(workspaces.id, workspaceId))
  return row
}

export async function countMembers(db: Orm, workspaceId: string): Promise<number> {
  return db.$count(workspaceMembers, eq(workspaceMembers.workspaceId, workspaceId))
}

/** Active API tokens, newest first. */
export async function listWorkingApiTokens(db: Orm, workspaceId: string, now: Date) {
  return db
    .select({
      id: authTokens.id,
      name: authTokens.name,
      createdAt: authTokens.createdAt,
      expiresAt: authTokens.expiresAt,
      lastUsedAt: authTokens.lastUsedAt,
      ipAddress: authTokens.lastUsedIp,
      creatorEmail: users.email,
    })
    .from(authTokens)
    .innerJoin(users, eq(users.id, authTokens.userId))
    .where(
      and(
        eq(authTokens.workspaceId, workspaceId),
        eq(authTokens.kind, 'api'),
        isNull(authTokens.revokedAt),
        gt(authTokens.expiresAt, now),
      ),
    )
    .orderBy(desc(authTokens.createdAt), desc(authTokens.id))
    .limit(mostListed)
}
