/** Device codes, and the tokens of command-line tools. See docs/product/command-line.md#device-codes. */
import { dayMs } from '@portal/contract/durations'
import { commandLineSessionMaxDays } from '@portal/contract/limits'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Orm } from '../../db/database.ts'
import { users } from '../account/user-table.ts'
import { cliNonces } from '../cli-sign-ins/cli-sign-in-table.ts'
import { sessions } from '../sessions/session-table.ts'
import { deviceCodes, refreshTokens } from './oauth-table.ts'

export type DeviceCode = typeof deviceCodes.$inferSelect

export async function insertDeviceCode(db: Orm, code: typeof deviceCodes.$inferInsert): Promise<void> {
  await db.insert(deviceCodes).values(code)
}

/** The device code with the user who approved it. */
export async function findDeviceCode(db: Orm, codeHash: Uint8Array) {
  const [row] = await db
    .select({ code: deviceCodes, userId: sessions.userId })
    .from(deviceCodes)
    .leftJoin(sessions, eq(sessions.id, deviceCodes.sessionId))
    .where(eq(deviceCodes.codeHash, codeHash))
  return row
}

/** The code of a pending sign-in. */
export async function findWaitingCode(db: Orm, userCode: string, now: Date): Promise<DeviceCode | undefined> {
  const [row] = await db
    .select()
    .from(deviceCodes)
    .where(and(eq(deviceCodes.userCode, userCode), isWaiting(now)))
  return row
}

const isWaiting = (now: Date) =>
  and(
    gt(deviceCodes.expiresAt, now),
    isNull(deviceCodes.sessionId),
    isNull(deviceCodes.deniedAt),
    isNull(deviceCodes.consumedAt),
  )

/** Approves or denies a pending code in one atomic statement, so that exactly one of several concurrent answers succeeds. */
export async function answerCode(
  db: Orm,
  userCode: string,
  now: Date,
  answer: { sessionId: string } | { deniedAt: Date },
): Promise<DeviceCode | undefined> {
  const [row] = await db
    .update(deviceCodes)
    .set(answer)
    .where(and(eq(deviceCodes.userCode, userCode), isWaiting(now)))
    .returning()
  return row
}

/** Marks the code as redeemed. Returns false if it was redeemed before. */
export async function consumeDeviceCode(db: Orm, codeHash: Uint8Array, now: Date): Promise<boolean> {
  const rows = await db
    .update(deviceCodes)
    .set({ consumedAt: now })
    .where(and(eq(deviceCodes.codeHash, codeHash), isNull(deviceCodes.consumedAt)))
    .returning({ clientId: deviceCodes.clientId })
  return rows.length > 0
}

export async function insertRefreshToken(db: Orm, token: typeof refreshTokens.$inferInsert): Promise<void> {
  await db.insert(refreshTokens).values(token)
}

const clientSessionColumns = {
  sessionId: sessions.id,
  clientId: sessions.clientId,
  userId: sessions.userId,
  createdAt: sessions.createdAt,
  expiresAt: sessions.expiresAt,
  accessExpiresAt: sessions.accessExpiresAt,
  endedAt: sessions.endedAt,
}

export async function findRefreshToken(db: Orm, tokenHash: Uint8Array) {
  const [row] = await db
    .select({ token: refreshTokens, session: clientSessionColumns })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
    .where(eq(refreshTokens.tokenHash, tokenHash))
  return row
}

/** Marks the token as used. Returns false if it was used before. */
export async function consumeRefreshToken(db: Orm, tokenHash: Uint8Array, now: Date): Promise<boolean> {
  const rows = await db
    .update(refreshTokens)
    .set({ usedAt: now })
    .where(and(eq(refreshTokens.tokenHash, tokenHash), isNull(refreshTokens.usedAt)))
    .returning({ sessionId: refreshTokens.sessionId })
  return rows.length > 0
}

export async function findClientSession(db: Orm, sessionId: string) {
  const [row] = await db.select(clientSessionColumns).from(sessions).where(eq(sessions.id, sessionId))
  return row
}

export async function findSessionOfAccessToken(db: Orm, tokenHash: Uint8Array) {
  const [row] = await db.select(clientSessionColumns).from(sessions).where(eq(sessions.tokenHash, tokenHash))
  return row
}

/** The end of a session with this start, however often it is refreshed. */
export const absoluteEnd = (createdAt: Date) =>
  new Date(createdAt.getTime() + commandLineSessionMaxDays * dayMs)

/** The time, but not after the session's absolute end. */
const withinSession = (time: Date) =>
  sql`least(${time.toISOString()}::timestamptz, ${sessions.createdAt} + ${commandLineSessionMaxDays} * interval '1 day')`

/**
 * Replaces the session's access token. The previous one stops working with this statement.
 * Returns false if the session has ended.
 */
export async function replaceAccessToken(
  db: Orm,
  sessionId: string,
  token: { tokenHash: Uint8Array; accessExpiresAt: Date; expiresAt: Date },
): Promise<boolean> {
  const rows = await db
    .update(sessions)
    .set({
      tokenHash: token.tokenHash,
      accessExpiresAt: withinSession(token.accessExpiresAt),
      expiresAt: withinSession(token.expiresAt),
    })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt)))
    .returning({ id: sessions.id })
  return rows.length > 0
}

/** Whether the account may have a command-line session: it exists and isn't paused. */
export async function isOpenAccount(db: Orm, userId: string): Promise<boolean> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.id, userId),
        isNull(users.deletedAt),
        isNull(users.quarantinedAt),
        isNull(users.suspendedAt),
      ),
    )
  return rows.length > 0
}

export async function insertNonce(db: Orm, nonce: typeof cliNonces.$inferInsert): Promise<void> {
  await db.insert(cliNonces).values(nonce)
}

/** Consumes the nonce in one atomic statement, so that its token is returned once. */
export async function takeNonce(db: Orm, nonceHash: Uint8Array) {
  const [row] = await db.delete(cliNonces).where(eq(cliNonces.nonceHash, nonceHash)).returning()
  return row
}
