/** Finds the API tokens that end soon, and the old secrets that end soon and are still in use. */
import { dayMs } from '@portal/contract/durations'
import { oldSecretIdleAfterMs } from '@portal/contract/tokens/old-secrets'
import { and, asc, eq, gt, gte, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { Orm } from '../../db/database.ts'
import { users } from '../account/user-table.ts'
import { workspaceMembers } from '../members/member-table.ts'
import { serviceAccounts } from '../service-accounts/service-account-table.ts'
import { workspaces } from '../workspaces/workspace-table.ts'
import { authTokenSecrets, authTokens } from './token-table.ts'

/** A rotated token's lifetime begins with its newest secret. */
const newestSecretCreatedAt = sql`coalesce((select max(secrets.created_at) from auth_token_secrets secrets
  where secrets.token_id = ${authTokens.id}), ${authTokens.createdAt})`

/** What decides who is mailed about a token. */
const recipientColumns = {
  workspaceId: workspaces.id,
  workspaceName: workspaces.displayName,
  creatorEmail: users.email,
  isCreatorVerified: users.emailVerified,
  isCreatorMember: sql<boolean>`${workspaceMembers.userId} is not null`,
} as const

const isOpenWorkspace = and(
  eq(workspaces.id, authTokens.workspaceId),
  isNull(workspaces.deletedAt),
  isNull(workspaces.quarantinedAt),
)

const isCreator = and(
  eq(workspaceMembers.workspaceId, workspaces.id),
  eq(workspaceMembers.userId, authTokens.userId),
)

/**
 * Claims tokens that expire within `days` days and have no notice for that threshold yet, soonest expiry first, starting at
 * `from`. Concurrent processes never claim the same token. Leaves out tokens whose whole lifetime is no longer than the
 * threshold, revoked tokens, and tokens that can't act because their service account is disabled or their workspace is deleted or
 * quarantined.
 */
export async function claimExpiring(tx: Orm, claim: { days: number; now: Date; from: Date; limit: number }) {
  const { days, now, from, limit } = claim
  const rows = await tx
    .select({
      id: authTokens.id,
      name: authTokens.name,
      permission: authTokens.permission,
      expiresAt: authTokens.expiresAt,
      ...recipientColumns,
    })
    .from(authTokens)
    .innerJoin(workspaces, isOpenWorkspace)
    .innerJoin(users, eq(users.id, authTokens.userId))
    .leftJoin(workspaceMembers, isCreator)
    .leftJoin(serviceAccounts, eq(serviceAccounts.id, authTokens.serviceAccountId))
    .where(
      and(
        eq(authTokens.kind, 'api'),
        isNull(authTokens.revokedAt),
        isNull(serviceAccounts.disabledAt),
        gt(authTokens.expiresAt, now),
        gte(authTokens.expiresAt, from),
        lte(authTokens.expiresAt, new Date(now.getTime() + days * dayMs)),
        or(isNull(authTokens.noticedDays), gt(authTokens.noticedDays, days)),
        sql`${authTokens.expiresAt} - ${newestSecretCreatedAt} > make_interval(hours => ${days * 24}::int)`,
      ),
    )
    .orderBy(asc(authTokens.expiresAt))
    .limit(limit)
    .for('update', { of: authTokens, skipLocked: true })
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0)
    await tx.update(authTokens).set({ noticedDays: days }).where(inArray(authTokens.id, ids))
  return rows
}

/**
 * The time from which a use of an old secret counts: its last day, or the second half of an overlap of less than two days. Right after
 * a rotation, every program still uses it.
 */
const noticeFrom = sql`(select greatest(${authTokenSecrets.retiresAt} - make_interval(secs => ${oldSecretIdleAfterMs / 1_000}::int),
    replaced.at + (${authTokenSecrets.retiresAt} - replaced.at) / 2)
  from (select min(newer.created_at) as at from auth_token_secrets newer
    where newer.token_id = ${authTokenSecrets.tokenId} and newer.created_at > ${authTokenSecrets.createdAt}) replaced)`

/**
 * Claims old secrets that end soon and were used since `noticeFrom`. Each is claimed once for each rotation,
 * even by concurrent processes. Leaves out revoked tokens, and tokens that can't act because their service account is disabled or
 * their workspace is deleted or quarantined.
 */
export async function claimUsedOldSecrets(tx: Orm, { now, limit }: { now: Date; limit: number }) {
  const rows = await tx
    .select({
      secretId: authTokenSecrets.id,
      retiresAt: authTokenSecrets.retiresAt,
      lastUsedAt: authTokenSecrets.lastUsedAt,
      lastUsedIp: authTokenSecrets.lastUsedIp,
      name: authTokens.name,
      ...recipientColumns,
    })
    .from(authTokenSecrets)
    .innerJoin(authTokens, eq(authTokens.id, authTokenSecrets.tokenId))
    .innerJoin(workspaces, isOpenWorkspace)
    .innerJoin(users, eq(users.id, authTokens.userId))
    .leftJoin(workspaceMembers, isCreator)
    .leftJoin(serviceAccounts, eq(serviceAccounts.id, authTokens.serviceAccountId))
    .where(
      and(
        gt(authTokenSecrets.retiresAt, now),
        isNull(authTokenSecrets.noticedAt),
        isNull(authTokens.revokedAt),
        isNull(serviceAccounts.disabledAt),
        gte(authTokenSecrets.lastUsedAt, noticeFrom),
      ),
    )
    .orderBy(asc(authTokenSecrets.retiresAt))
    .limit(limit)
    .for('update', { of: authTokenSecrets, skipLocked: true })
  const ids = rows.map(({ secretId }) => secretId)
  if (ids.length > 0)
    await tx.update(authTokenSecrets).set({ noticedAt: now }).where(inArray(authTokenSecrets.id, ids))
  return rows.flatMap(({ retiresAt, lastUsedAt, ...row }) =>
    retiresAt && lastUsedAt ? [{ ...row, retiresAt, lastUsedAt }] : [],
  )
}

/** Returns the owners' verified addresses by workspace. */
export async function findOwnerEmails(tx: Orm, workspaceIds: string[]): Promise<Map<string, string>> {
  if (workspaceIds.length === 0) return new Map()
  const rows = await tx
    .select({ workspaceId: workspaceMembers.workspaceId, email: users.email })
    .from(workspaceMembers)
    .innerJoin(
      users,
      and(eq(users.id, workspaceMembers.userId), isNull(users.deletedAt), users.emailVerified),
    )
    .where(and(inArray(workspaceMembers.workspaceId, workspaceIds), eq(workspaceMembers.role, 'OWNER')))
  return new Map(rows.map(({ workspaceId, email }) => [workspaceId, email]))
}
