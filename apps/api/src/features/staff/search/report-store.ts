/** Queries for the reports about one user and about one workspace. */
import { and, count, desc, eq, gt, isNull } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Orm } from '../../../db/database.ts'
import { users } from '../../account/user-table.ts'
import { workspaceMembers } from '../../members/member-table.ts'
import { authTokens } from '../../tokens/token-table.ts'
import { workspaces } from '../../workspaces/workspace-table.ts'

const mostListed = 200

const quarantinedBy = alias(users, 'quarantined_by')
const suspendedBy = alias(users, 'suspended_by')

/** Finds an account with its pauses, even if it is deleted. */
export async function findReportedPerson(db: Orm, userId: string) {
  const [row] = await db
    .select({
      person: users,
      quarantinedByEmail: quarantinedBy.email,
      suspendedByEmail: suspendedBy.email,
    })
    .from(users)
    .leftJoin(quarantinedBy, eq(quarantinedBy.id, users.quarantinedByUserId))
    .leftJoin(suspendedBy, eq(suspendedBy.id, users.suspendedByUserId))
    .where(eq(users.id, userId))
  return row
}

const isMember = (userId: string) => and(eq(workspaceMembers.userId, userId), isNull(workspaces.deletedAt))

/** Latest joined first. */
export async function listWorkspacesOfPerson(db: Orm, userId: string) {
  return db
    .select({
      id: workspaces.id,
      displayName: workspaces.displayName,
      role: workspaceMembers.role,
      instanceUrl: workspaces.instanceUrl,
      quarantinedAt: workspaces.quarantinedAt,
    })
    .from(workspaceMembers)
    .innerJoin(workspaces, eq(workspaces.id, workspaceMembers.workspaceId))
    .where(isMember(userId))
    .orderBy(desc(workspaceMembers.joinedAt), desc(workspaces.id))
    .limit(mostListed)
}

export async function countWorkspacesOfPerson(db: Orm, userId: string): Promise<number> {
  const [row] = await db
    .select({ workspaces: count() })
    .from(workspaceMembers)
    .innerJoin(workspaces, eq(workspaces.id, workspaceMembers.workspaceId))
    .where(isMember(userId))
  return row?.workspaces ?? 0
}

/** Active API tokens and instance sessions that act for the user, newest first. */
export async function listWorkingTokens(db: Orm, userId: string, now: Date) {
  return db
    .select({
      id: authTokens.id,
      kind: authTokens.kind,
      name: authTokens.name,
      createdAt: authTokens.createdAt,
      expiresAt: authTokens.expiresAt,
      lastUsedAt: authTokens.lastUsedAt,
      ipAddress: authTokens.lastUsedIp,
      workspaceId: workspaces.id,
      workspaceName: workspaces.displayName,
    })
    .from(authTokens)
    .innerJoin(workspaces, and(eq(workspaces.id, authTokens.workspaceId), isNull(workspaces.deletedAt)))
    .where(
      and(
        eq(authTokens.userId, userId),
        isNull(authTokens.serviceAccountId),
        isNull(authTokens.revokedAt),
        gt(authTokens.expiresAt, now),
      ),
    )
    .orderBy(desc(authTokens.createdAt), desc(authTokens.id))
    .limit(mostListed)
}

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
