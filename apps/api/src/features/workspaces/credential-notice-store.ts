import { and, eq, gte } from 'drizzle-orm'
import type { Orm } from '../../db/database.ts'
import { users } from '../account/user-table.ts'
import { serviceAccounts } from '../service-accounts/service-account-table.ts'
import { authTokens } from '../tokens/token-table.ts'
import { workspaces } from './workspace-table.ts'

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
  const tokens = await db.$count(
    authTokens,
    and(eq(authTokens.workspaceId, workspaceId), eq(authTokens.kind, 'api'), gte(authTokens.createdAt, from)),
  )
  const added = await db.$count(
    serviceAccounts,
    and(eq(serviceAccounts.workspaceId, workspaceId), gte(serviceAccounts.createdAt, from)),
  )
  return { tokens, serviceAccounts: added }
}
