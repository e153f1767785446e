/** Creates, reads and changes API tokens. Instance tokens are not included. */
import { tokenRefusalsKept } from '@portal/contract/limits'
import { and, count, desc, eq, gt, gte, isNull, type SQL, sql } from 'drizzle-orm'
import type { Orm } from '../../db/database.ts'
import type { ListPage } from '../../http/lists/list-page.ts'
import { users } from '../account/user-table.ts'
import { serviceAccounts } from '../service-accounts/service-account-table.ts'
import { workspaces } from '../workspaces/workspace-table.ts'
import { secretsOfToken } from './token-secret-store.ts'
import { authTokenRefusals, authTokens } from './token-table.ts'

const columns = {
  id: authTokens.id,
  name: authTokens.name,
  permission: authTokens.permission,
  workspaceId: authTokens.workspaceId,
  ownerUserId: workspaces.creatorUserId,
  createdAt: authTokens.createdAt,
  expiresAt: authTokens.expiresAt,
  revokedAt: authTokens.revokedAt,
  lastUsedAt: authTokens.lastUsedAt,
  lastUsedIp: authTokens.lastUsedIp,
  pausedUntil: authTokens.pausedUntil,
  secrets: secretsOfToken,
  serviceAccountId: serviceAccounts.id,
  serviceAccountName: serviceAccounts.name,
  creatorUserId: users.id,
  creatorFirstName: users.firstName,
  creatorLastName: users.lastName,
  creatorEmail: users.email,
} as const

const ofWorkspace = (workspaceId: string) =>
  and(eq(authTokens.workspaceId, workspaceId), eq(authTokens.kind, 'api'))

/**
 * Leaves out tokens of trust rules, which are issued to each run of a pipeline and end with it. Nobody can rename, move or rotate
 * them: a new secret would outlive the run in a token that no list shows.
 */
const isManaged = (workspaceId: string) => and(ofWorkspace(workspaceId), isNull(authTokens.trustRuleId))

const selectTokens = (db: Orm) =>
  db
    .select(columns)
    .from(authTokens)
    .innerJoin(users, eq(users.id, authTokens.userId))
    .innerJoin(workspaces, eq(workspaces.id, authTokens.workspaceId))
    .leftJoin(serviceAccounts, eq(serviceAccounts.id, authTokens.serviceAccountId))

/** Lists are ordered by it. */
type TokenKey = readonly [createdAt: string, id: string]

export const keyOfToken = ({ createdAt, id }: { createdAt: Date; id: string }): TokenKey => [
  createdAt.toISOString(),
  id,
]

function isAfter([createdAt, id]: TokenKey): SQL {
  return sql`(${authTokens.createdAt}, ${authTokens.id}) > (${createdAt}::timestamptz, ${id})`
}

/**
 * Selects a page of the managed tokens of a workspace, oldest first, including expired and revoked ones. A busy pipeline leaves any
 * number of issued tokens behind, which the query must not read.
 */
export const managedTokens = (db: Orm, workspaceId: string, { limit, after }: ListPage<TokenKey>) =>
  selectTokens(db)
    .where(and(isManaged(workspaceId), after && isAfter(after)))
    .orderBy(authTokens.createdAt, authTokens.id)
    .limit(limit)

/** Returns the key of a token. Undefined if the workspace has no such token. */
export async function findTokenKey(db: Orm, workspaceId: string, id: string): Promise<TokenKey | undefined> {
  const [row] = await db
    .select({ createdAt: authTokens.createdAt, id: authTokens.id })
    .from(authTokens)
    .where(and(isManaged(workspaceId), eq(authTokens.id, id)))
  return row && keyOfToken(row)
}

/**
 * Lists a page of a user's active tokens of all workspaces, oldest first. Leaves out tokens of service accounts.
 */
export async function listOwnApiTokens(
  db: Orm,
  userId: string,
  now: Date,
  { limit, after }: ListPage<TokenKey>,
) {
  return db
    .select({ ...columns, workspace: { id: workspaces.id, displayName: workspaces.displayName } })
    .from(authTokens)
    .innerJoin(users, eq(users.id, authTokens.userId))
    .leftJoin(serviceAccounts, eq(serviceAccounts.id, authTokens.serviceAccountId))
    .innerJoin(workspaces, and(eq(workspaces.id, authTokens.workspaceId), isNull(workspaces.deletedAt)))
    .where(
      and(
        eq(authTokens.userId, userId),
        isNull(authTokens.serviceAccountId),
        eq(authTokens.kind, 'api'),
        isNull(authTokens.revokedAt),
        gt(authTokens.expiresAt, now),
        after && isAfter(after),
      ),
    )
    .orderBy(authTokens.createdAt, authTokens.id)
    .limit(limit)
}

/** The query of the count. It must not read the tokens that have expired. */
export const activeTokens = (db: Orm, workspaceId: string, now: Date) =>
  db
    .select({ active: count() })
    .from(authTokens)
    .where(and(ofWorkspace(workspaceId), isNull(authTokens.revokedAt), gt(authTokens.expiresAt, now)))

/** Counts the API tokens of a workspace that are neither revoked nor expired, with those of trust rules. */
export async function countActiveApiTokens(tx: Orm, workspaceId: string, now: Date): Promise<number> {
  const [row] = await activeTokens(tx, workspaceId, now)
  return row?.active ?? 0
}

/** Finds a managed token of the workspace. */
export async function findApiToken(db: Orm, workspaceId: string, tokenId: string) {
  const [row] = await selectTokens(db).where(and(isManaged(workspaceId), eq(authTokens.id, tokenId)))
  return row
}
export type ApiTokenRow = NonNullable<Awaited<ReturnType<typeof findApiToken>>>

export async function insertApiToken(
  tx: Orm,
  token: Omit<typeof authTokens.$inferInsert, 'kind'>,
): Promise<void> {
  await tx.insert(authTokens).values({ ...token, kind: 'api' })
}

export async function updateApiToken(
  tx: Orm,
  tokenId: string,
  set: Partial<
    Pick<typeof authTokens.$inferInsert, 'name' | 'pausedUntil' | 'serviceAccountId' | 'permission'>
  >,
): Promise<void> {
  await tx.update(authTokens).set(set).where(eq(authTokens.id, tokenId))
}

/** Lists the last uses of a token that were refused during a pause, newest first (docs/product/tokens.md#pausing). */
export async function listRefusals(db: Orm, tokenId: string) {
  const { at, ipAddress, userAgent, call, id } = authTokenRefusals
  return db
    .select({ at, ipAddress, userAgent, call })
    .from(authTokenRefusals)
    .where(eq(authTokenRefusals.tokenId, tokenId))
    .orderBy(desc(at), desc(id))
    .limit(tokenRefusalsKept)
}

/** Finds the owner of a workspace. Returns undefined if the owner's address is not verified, because it gets no mails. */
export async function findVerifiedOwner(db: Orm, workspaceId: string) {
  const [row] = await db
    .select({ workspaceName: workspaces.displayName, owner: { id: users.id, email: users.email } })
    .from(workspaces)
    .innerJoin(users, eq(users.id, workspaces.creatorUserId))
    .where(and(eq(workspaces.id, workspaceId), users.emailVerified))
  return row
}

/** Counts the API tokens and service accounts that were created since a time, including ended ones. */
export async function countCredentialsSince(db: Orm, workspaceId: string, from: Date) {
  const tokens = await db.$count(authTokens, and(ofWorkspace(workspaceId), gte(authTokens.createdAt, from)))
  const added = await db.$count(
    serviceAccounts,
    and(eq(serviceAccounts.workspaceId, workspaceId), gte(serviceAccounts.createdAt, from)),
  )
  return { tokens, serviceAccounts: added }
}

/** Returns the token as the activity log names it: with its service account, if it has one. */
export function tokenSubject(token: Pick<ApiTokenRow, 'name' | 'serviceAccountName'>): string {
  return token.serviceAccountName === null ? token.name : `${token.name} (${token.serviceAccountName})`
}
