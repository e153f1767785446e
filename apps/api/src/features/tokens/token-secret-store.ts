/**
 * The secrets of rotated API tokens. Changes need the token's lock. See docs/product/tokens.md#rotating.
 */
import { and, desc, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { Orm } from '../../db/database.ts'
import { workspaces } from '../workspaces/workspace-table.ts'
import { isActiveToken } from './token-store.ts'
import { authTokenSecrets, authTokens } from './token-table.ts'

/** Retired secrets that a rotation keeps, so that the list can show when they were last used. */
const retiredKept = 5

const columns = {
  createdAt: authTokenSecrets.createdAt,
  expiresAt: authTokenSecrets.expiresAt,
  retiresAt: authTokenSecrets.retiresAt,
  lastUsedAt: authTokenSecrets.lastUsedAt,
  lastUsedIp: authTokenSecrets.lastUsedIp,
} as const

/** Timestamps are strings in JSON. */
interface JsonSecret {
  createdAt: string
  expiresAt: string
  retiresAt: string | null
  lastUsedAt: string | null
  lastUsedIp: string | null
}

/** Secrets of a token that a list shows. A token that is often rotated with a long overlap has thousands that work. */
const listedSecrets = 20

/** An expression for a query on `auth_tokens`: the newest secrets of a rotated token, newest first. Otherwise null. */
export const secretsOfToken = sql<JsonSecret[] | null>`case when ${authTokens.isRotated} then (
  select json_agg(json_build_object(
    'createdAt', secrets.created_at, 'expiresAt', secrets.expires_at, 'retiresAt', secrets.retires_at,
    'lastUsedAt', secrets.last_used_at, 'lastUsedIp', secrets.last_used_ip
  ) order by secrets.retires_at is null desc, secrets.created_at desc, secrets.id desc)
  from (
    select * from auth_token_secrets where token_id = ${authTokens.id}
    order by created_at desc, id desc limit ${sql.raw(String(listedSecrets))}
  ) secrets
) end`

/** Locks a token, so that rotations run one after another and see every first use that was recorded before. */
export async function lockApiToken(tx: Orm, tokenId: string) {
  const [row] = await tx
    .select({
      isRotated: authTokens.isRotated,
      ownerUserId: workspaces.creatorUserId,
      workspaceName: workspaces.displayName,
    })
    .from(authTokens)
    .innerJoin(workspaces, eq(workspaces.id, authTokens.workspaceId))
    .where(eq(authTokens.id, tokenId))
    .for('no key update', { of: authTokens })
  if (!row) throw new Error(`token ${tokenId} was deleted while its workspace was locked`)
  return row
}

/** Copies a token that was never rotated to its first secret, which keeps the token's id. */
export async function storeFirstSecret(tx: Orm, tokenId: string): Promise<void> {
  await tx.execute(sql`
    insert into auth_token_secrets (id, token_id, created_at, expires_at, last_used_at, last_used_ip)
    select id, id, created_at, expires_at, last_used_at, last_used_ip from auth_tokens where id = ${tokenId}`)
}

/** Returns the newest secret of a rotated token. */
export async function requireNewestSecret(tx: Orm, tokenId: string) {
  const [row] = await tx
    .select({ id: authTokenSecrets.id, ...columns })
    .from(authTokenSecrets)
    .where(and(eq(authTokenSecrets.tokenId, tokenId), isNull(authTokenSecrets.retiresAt)))
  if (!row) throw new Error(`rotated token ${tokenId} has no newest secret`)
  return row
}

/** Matches the previous secrets that still work. */
const isReplaced = (tokenId: string, now: Date) =>
  and(eq(authTokenSecrets.tokenId, tokenId), gt(authTokenSecrets.retiresAt, now))

/** Ends the previous secrets of a token at `end`, if they don't end earlier. Returns how many that changed. */
export async function retirePreviousSecrets(tx: Orm, tokenId: string, now: Date, end: Date): Promise<number> {
  const retired = await tx
    .update(authTokenSecrets)
    .set({ retiresAt: end })
    .where(and(isReplaced(tokenId, now), gt(authTokenSecrets.retiresAt, end)))
    .returning({ id: authTokenSecrets.id })
  return retired.length
}

/** Deletes a secret that was never used. Retiring it instead could revive it when two clocks differ. */
export async function removeSecret(tx: Orm, secretId: string): Promise<void> {
  await tx.delete(authTokenSecrets).where(eq(authTokenSecrets.id, secretId))
}

/**
 * Sets when a secret ends, which can be later than before but not after it expires, because users see this time. It then gets a
 * new notice.
 */
export async function setRetirement(tx: Orm, secretId: string, end: Date): Promise<void> {
  await tx
    .update(authTokenSecrets)
    .set({
      retiresAt: sql`least(${end.toISOString()}::timestamptz, ${authTokenSecrets.expiresAt})`,
      noticedAt: null,
    })
    .where(eq(authTokenSecrets.id, secretId))
}

/** Returns the id of the last secret that the newest one replaced, if it still works. */
export async function findPreviousSecretId(tx: Orm, tokenId: string, now: Date): Promise<string | undefined> {
  const [row] = await tx
    .select({ id: authTokenSecrets.id })
    .from(authTokenSecrets)
    .where(isReplaced(tokenId, now))
    .orderBy(desc(authTokenSecrets.createdAt), desc(authTokenSecrets.id))
    .limit(1)
  return row?.id
}

/** Inserts the newest secret and makes its expiry the token's. */
export async function insertSecret(
  tx: Orm,
  secret: { id: string; tokenId: string; shownToUserId: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  const { tokenId, expiresAt } = secret
  await tx.insert(authTokenSecrets).values(secret)
  await tx
    .update(authTokens)
    .set({ expiresAt, isRotated: true, noticedDays: null })
    .where(eq(authTokens.id, tokenId))
}

/**
 * Matches the API tokens of which the user was shown a secret that still works. Tokens of trust rules are shown to pipelines only, and
 * end with their run.
 */
export const isShownTo = (userId: string, now: Date) =>
  and(
    eq(authTokens.kind, 'api'),
    isNull(authTokens.trustRuleId),
    isActiveToken(now),
    or(
      and(eq(authTokens.isRotated, false), eq(authTokens.userId, userId)),
      sql`exists (select 1 from auth_token_secrets shown where shown.token_id = ${authTokens.id}
        and coalesce(shown.shown_to_user_id, ${authTokens.userId}) = ${userId}
        and shown.expires_at > ${now} and (shown.retires_at is null or shown.retires_at > ${now}))`,
    ),
  )

/** Deletes all but the last few secrets that no longer work. */
export async function removeOldSecrets(tx: Orm, tokenId: string, now: Date): Promise<void> {
  const old = tx
    .select({ id: authTokenSecrets.id })
    .from(authTokenSecrets)
    .where(and(eq(authTokenSecrets.tokenId, tokenId), lte(authTokenSecrets.retiresAt, now)))
    .orderBy(desc(authTokenSecrets.retiresAt), desc(authTokenSecrets.createdAt), desc(authTokenSecrets.id))
    .offset(retiredKept)
  await tx.delete(authTokenSecrets).where(inArray(authTokenSecrets.id, old))
}
