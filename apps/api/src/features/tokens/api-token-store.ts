/** Creates, reads and changes API tokens. Instance tokens are not included. */
import { and, count, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import type { Orm } from '../../db/database.ts'
import { users } from '../account/user-table.ts'
import { serviceAccounts } from '../service-accounts/service-account-table.ts'
import { workspaces } from '../workspaces/workspace-table.ts'
import { secretsOfToken } from './token-secret-store.ts'
import { authTokens } from './token-table.ts'

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
export type TokenKey = readonly [createdAt: string, id: string]

export const keyOfToken = ({ createdAt, id }: { createdAt: Date; id: string }): TokenKey => [
  createdAt.toISOString(),
  id,
]

interface TokenPage {
  limit: number
  after: TokenKey | undefined
}

function isAfter([createdAt, id]: TokenKey): SQL {
  return sql`(${authTokens.createdAt}, ${authTokens.id}) > (${createdAt}::timestamptz, ${id})`
}

/** The query of the list. A busy pipeline leaves any number of issued tokens behind, which it must not read. */
export function managedTokens(db: Orm, workspaceId: string, { limit, after }: TokenPage) {
  return selectTokens(db)
    .where(and(isManaged(workspaceId), after && isAfter(after)))
    .orderBy(authTokens.createdAt, authTokens.id)
    .limit(limit)
}

/** Lists a page of the managed tokens of a workspace, oldest first, including expired and revoked ones. */
export async function listApiTokens(db: Orm, workspaceId: string, page: TokenPage) {
  return managedTokens(db, workspaceId, page)
}

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
export async function listOwnApiTokens(db: Orm, userId: string, now: Date, { limit, after }: TokenPage) {
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

export async function renameApiToken(tx: Orm, tokenId: string, name: string): Promise<void> {
  await tx.update(authTokens).set({ name }).where(eq(authTokens.id, tokenId))
}

/** Pauses a token until a time, or resumes it. */
export async function setPause(tx: Orm, tokenId: string, pausedUntil: Date | null): Promise<void> {
  await tx.update(authTokens).set({ pausedUntil }).where(eq(authTokens.id, tokenId))
}

/** Moves a token to a service account, which acts with the owner's membership and may therefore only read. */
export async function setServiceAccount(tx: Orm, tokenId: string, serviceAccountId: string): Promise<void> {
  await tx.update(authTokens).set({ serviceAccountId, permission: 'read' }).where(eq(authTokens.id, tokenId))
}

/** Returns the token as the activity log names it: with its service account, if it has one. */
export function tokenSubject(token: Pick<ApiTokenRow, 'name' | 'serviceAccountName'>): string {
  return token.serviceAccountName === null ? token.name : `${token.name} (${token.serviceAccountName})`
}
