/** Reads the actors of a workspace. Each kind is read by one statement with a limit, ordered by id. */
import type { ActorKind } from '@portal/contract/access-review/access-review'
import type { WorkspaceRole } from '@portal/contract/members/roles'
import type { TokenPermission } from '@portal/contract/tokens/token-schemas'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Orm } from '../../db/database.ts'
import { users } from '../account/user-table.ts'
import { workspaceMembers } from '../members/member-table.ts'
import { lastUseOfServiceAccount } from '../service-accounts/service-account-store.ts'
import { serviceAccounts } from '../service-accounts/service-account-table.ts'
import { authTokens } from '../tokens/token-table.ts'
import { trustRules } from '../trust-rules/trust-rule-table.ts'

/** A row of the database. Columns that its kind doesn't have are missing. */
export interface ActorRow {
  kind: ActorKind
  id: string
  name: string | null
  firstName?: string | null
  lastName?: string | null
  userId?: string
  email?: string
  role?: WorkspaceRole
  permission?: TokenPermission
  serviceAccountId?: string | null
  serviceAccountName?: string | null
  createdAt: Date
  lastUsedAt: Date | null
  lastUsedIp?: string | null
  expiresAt?: Date
  disabledAt?: Date | null
  pausedUntil?: Date | null
  learningUntil?: Date | null
}

/** A page of actors of one kind. */
export interface ActorPage {
  workspaceId: string
  now: Date
  /** Only actors with a greater id. Empty for the first page. */
  afterId: string
  limit: number
}

const kind = <Kind extends ActorKind>(name: Kind) => sql<Kind>`${name}::text`

export const selectMembers = (db: Orm, { workspaceId, afterId, limit }: ActorPage) =>
  db
    .select({
      kind: kind('member'),
      id: workspaceMembers.userId,
      name: sql<string | null>`null`,
      firstName: users.firstName,
      lastName: users.lastName,
      userId: users.id,
      email: users.email,
      role: workspaceMembers.role,
      createdAt: workspaceMembers.joinedAt,
      lastUsedAt: workspaceMembers.lastOpenedAt,
    })
    .from(workspaceMembers)
    .innerJoin(users, eq(users.id, workspaceMembers.userId))
    .where(and(eq(workspaceMembers.workspaceId, workspaceId), gt(workspaceMembers.userId, afterId)))
    .orderBy(workspaceMembers.userId)
    .limit(limit)

export const selectServiceAccounts = (db: Orm, { workspaceId, afterId, limit }: ActorPage) =>
  db
    .select({
      kind: kind('serviceAccount'),
      id: serviceAccounts.id,
      name: serviceAccounts.name,
      createdAt: serviceAccounts.createdAt,
      lastUsedAt: lastUseOfServiceAccount,
      disabledAt: serviceAccounts.disabledAt,
    })
    .from(serviceAccounts)
    .where(
      and(
        eq(serviceAccounts.workspaceId, workspaceId),
        isNull(serviceAccounts.deletedAt),
        gt(serviceAccounts.id, afterId),
      ),
    )
    .orderBy(serviceAccounts.id)
    .limit(limit)

/** Leaves out tokens that trust rules issued for the run of a pipeline. The rules are listed instead. */
export const selectTokens = (db: Orm, { workspaceId, now, afterId, limit }: ActorPage) =>
  db
    .select({
      kind: kind('token'),
      id: authTokens.id,
      name: authTokens.name,
      permission: authTokens.permission,
      userId: users.id,
      email: users.email,
      serviceAccountId: serviceAccounts.id,
      serviceAccountName: serviceAccounts.name,
      createdAt: authTokens.createdAt,
      lastUsedAt: authTokens.lastUsedAt,
      lastUsedIp: authTokens.lastUsedIp,
      expiresAt: authTokens.expiresAt,
      disabledAt: serviceAccounts.disabledAt,
      pausedUntil: authTokens.pausedUntil,
    })
    .from(authTokens)
    .innerJoin(users, eq(users.id, authTokens.userId))
    .leftJoin(serviceAccounts, eq(serviceAccounts.id, authTokens.serviceAccountId))
    .where(
      and(
        eq(authTokens.workspaceId, workspaceId),
        eq(authTokens.kind, 'api'),
        isNull(authTokens.revokedAt),
        isNull(authTokens.trustRuleId),
        gt(authTokens.expiresAt, now),
        gt(authTokens.id, afterId),
      ),
    )
    .orderBy(authTokens.id)
    .limit(limit)

export const selectTrustRules = (db: Orm, { workspaceId, afterId, limit }: ActorPage) =>
  db
    .select({
      kind: kind('trustRule'),
      id: trustRules.id,
      name: trustRules.name,
      serviceAccountId: serviceAccounts.id,
      serviceAccountName: serviceAccounts.name,
      createdAt: trustRules.createdAt,
      lastUsedAt: trustRules.lastUsedAt,
      disabledAt: serviceAccounts.disabledAt,
      learningUntil: trustRules.learningUntil,
    })
    .from(trustRules)
    .innerJoin(serviceAccounts, eq(serviceAccounts.id, trustRules.serviceAccountId))
    .where(
      and(
        eq(trustRules.workspaceId, workspaceId),
        isNull(serviceAccounts.deletedAt),
        gt(trustRules.id, afterId),
      ),
    )
    .orderBy(trustRules.id)
    .limit(limit)

const readers: Record<ActorKind, (db: Orm, page: ActorPage) => PromiseLike<ActorRow[]>> = {
  member: selectMembers,
  serviceAccount: selectServiceAccounts,
  token: selectTokens,
  trustRule: selectTrustRules,
}

export const readActors = (db: Orm, of: ActorKind, page: ActorPage) => readers[of](db, page)
