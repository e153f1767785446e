/** Clears an account that is handed to the owner of its address. */
import { and, eq, getTableColumns, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { Orm } from '../../db/database.ts'
import { users } from '../account/user-table.ts'
import { workspaceMembers } from '../members/member-table.ts'
import { endAllAccess } from '../my-data/account-deletion-store.ts'
import { identities } from '../sessions/identity-table.ts'
import { signInDevices } from '../sign-in/sign-in-table.ts'
import { isShownTo } from '../tokens/token-secret-store.ts'
import { isActiveToken, revokeTokensOf } from '../tokens/token-store.ts'
import { authTokens } from '../tokens/token-table.ts'
import { trustRules } from '../trust-rules/trust-rule-table.ts'
import { webhooks } from '../webhooks/webhook-table.ts'
import { workspaces } from '../workspaces/workspace-table.ts'
import type { AccountBefore, StoredTrustRule } from './account-join-table.ts'

/** The workspaces of the user, whose changes wait until the account is handed over, and those that the user invited people to. */
const isTouchedBy = (userId: string) =>
  and(
    isNull(workspaces.deletedAt),
    sql`${workspaces.id} in (
      select m.workspace_id from workspace_members m where m.user_id = ${userId}
      union select i.workspace_id from workspace_invitations i where i.invited_by_user_id = ${userId}
    )`,
  )

export async function listWorkspaceIdsOf(tx: Orm, userId: string): Promise<string[]> {
  const rows = await tx.select({ id: workspaces.id }).from(workspaces).where(isTouchedBy(userId))
  return rows.map(({ id }) => id)
}

/** Locks the workspaces in id order, before the account. Returns their ids. */
export async function lockWorkspacesOf(tx: Orm, userId: string): Promise<Set<string>> {
  const rows = await tx
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(isTouchedBy(userId))
    .orderBy(workspaces.id)
    .for('no key update')
  return new Set(rows.map(({ id }) => id))
}

type UserRow = typeof users.$inferSelect

/** What the other person entered, and the facts that belong to them, as the new owner finds them. */
const cleared = {
  firstName: null,
  lastName: null,
  nickname: null,
  pictureUrl: null,
  isPictureCleared: false,
  discordUsername: null,
  githubUsername: null,
  agreedTosVersionId: null,
  isConfirmedByLinkOnly: false,
} satisfies Partial<UserRow>
const clearedNames = Object.keys(cleared) as (keyof typeof cleared)[]

export const profileBefore = (row: UserRow): Pick<AccountBefore, 'profile' | 'reviewedProfileAt'> => ({
  profile: Object.fromEntries(
    (['email', 'emailKey', 'auth0Id', ...clearedNames] as const).map((name) => [name, row[name]]),
  ),
  reviewedProfileAt: row.reviewedProfileAt?.toISOString() ?? null,
})

/**
 * API tokens of the account, those that it created for service accounts, and those of its workspaces of which it was shown a secret:
 * another person may have kept their secrets.
 */
export async function listWorkingTokenIds(tx: Orm, userId: string, now: Date): Promise<string[]> {
  const created = await tx
    .select({ id: authTokens.id })
    .from(authTokens)
    .where(
      and(
        eq(authTokens.userId, userId),
        eq(authTokens.kind, 'api'),
        isNull(authTokens.trustRuleId),
        isActiveToken(now),
      ),
    )
  const seen = await tx
    .select({ id: authTokens.id })
    .from(authTokens)
    .innerJoin(workspaceMembers, eq(workspaceMembers.workspaceId, authTokens.workspaceId))
    .where(and(eq(workspaceMembers.userId, userId), isShownTo(userId, now)))
  return [...new Set([...created, ...seen].map(({ id }) => id))]
}

const serviceAccountName = sql<
  string | null
>`(select name from service_accounts where id = service_account_id)`

/** Ends sessions, tokens, ways to sign in, and the recognition of browsers. Returns the tokens that it revoked besides the user's own. */
export async function endAllAccessOf(tx: Orm, userId: string, tokenIds: readonly string[], at: Date) {
  await endAllAccess(tx, userId, at)
  const revoked = await tx
    .update(authTokens)
    .set({ revokedAt: at, revokedByUserId: userId })
    .where(and(inArray(authTokens.id, [...tokenIds]), isNull(authTokens.revokedAt)))
    .returning({ workspaceId: authTokens.workspaceId, name: authTokens.name, serviceAccountName })
  await tx
    .update(identities)
    .set({ status: 'removed', removedAt: at })
    .where(and(eq(identities.userId, userId), ne(identities.status, 'removed')))
  await tx.delete(signInDevices).where(eq(signInDevices.userId, userId))
  return revoked
}

const instantText = (instant: Date | null) => instant?.toISOString() ?? null

/**
 * Deletes the trust rules that a user made, in one workspace or in all, and revokes the tokens that they issued: another person may
 * control the pipelines.
 */
export async function removeTrustRulesBy(
  tx: Orm,
  { userId, workspaceId }: { userId: string; workspaceId?: string },
  at: Date,
): Promise<(StoredTrustRule & { serviceAccountName: string | null })[]> {
  const rows = await tx
    .delete(trustRules)
    .where(
      and(
        eq(trustRules.createdByUserId, userId),
        workspaceId === undefined ? undefined : eq(trustRules.workspaceId, workspaceId),
      ),
    )
    .returning({ ...getTableColumns(trustRules), serviceAccountName })
  for (const { id } of rows) await revokeTokensOf(tx, { trustRuleId: id }, userId, at)
  return rows.map((row) => ({
    ...row,
    learningUntil: instantText(row.learningUntil),
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: instantText(row.lastUsedAt),
  }))
}

/** Pauses the webhooks of the account: another person may have entered their URLs, and knows their secrets. */
export async function pauseWebhooksOf(tx: Orm, userId: string, at: Date) {
  return tx
    .update(webhooks)
    .set({ disabledAt: at, disabledReason: 'owner', previousSealedSecret: null, previousSecretUntil: null })
    .where(and(eq(webhooks.confirmedByUserId, userId), isNull(webhooks.disabledAt)))
    .returning({ workspaceId: webhooks.workspaceId, url: webhooks.url })
}

/**
 * Makes the new owner confirm the remote URLs that another person entered, before their name and email are sent there. The id of the
 * answer stands for that person, whose instance knows the secret of the workspace. The next hand-off makes a new one.
 */
export async function distrustAddresses(tx: Orm, userId: string, joinId: string): Promise<void> {
  await tx
    .update(workspaces)
    .set({ addressSetByUserId: joinId, token: '' })
    .where(
      and(
        eq(workspaces.creatorUserId, userId),
        sql`coalesce(${workspaces.addressSetByUserId}, ${userId}) = ${userId}`,
      ),
    )
  await tx
    .update(workspaceMembers)
    .set({ confirmedInstanceUrl: null })
    .where(eq(workspaceMembers.userId, userId))
}

export async function clearAccount(tx: Orm, userId: string, subject: string): Promise<void> {
  await tx
    .update(users)
    .set({ ...cleared, auth0Id: subject, reviewedProfileAt: null })
    .where(eq(users.id, userId))
}
