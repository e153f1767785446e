/**
 * Queries for the signup report. They read along one index, so that they work for any number of accounts, and on the replica,
 * because the report may miss the last seconds.
 */
import { and, eq, gte, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Orm, Reads } from '../../../db/database.ts'
import { users } from '../../account/user-table.ts'

/** Includes `from`, excludes `before`. */
export interface Span {
  from: Date
  before: Date
}

/** The report is ordered by it. */
export type SignupKey = readonly [signupAt: string, id: string]

/** Every listed row has `signupAt`, because the query filters by it. */
export const keyOfSignup = ({ signupAt, id }: { signupAt: Date | null; id: string }): SignupKey => [
  signupAt?.toISOString() ?? '',
  id,
]

/** The part of the sign-in id before the bar. */
const signupMethod = sql<string | null>`split_part(${users.auth0Id}, '|', 1)`

const isIn = ({ from, before }: Span) =>
  and(gte(users.signupAt, from), lt(users.signupAt, before), isNull(users.deletedAt))

function isAfterKey(after: SignupKey | undefined): SQL | undefined {
  if (!after) return undefined
  return sql`(${users.signupAt}, ${users.id}) > (${after[0]}::timestamptz, ${after[1]})`
}

/** One page, earliest first. Excludes deleted accounts. */
export const signupsPage = (db: Orm, span: Span, page: { limit: number; after?: SignupKey | undefined }) =>
  db
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      signupMethod,
      discordUsername: users.discordUsername,
      githubUsername: users.githubUsername,
      signupAt: users.signupAt,
    })
    .from(users)
    .where(and(isIn(span), isAfterKey(page.after)))
    .orderBy(users.signupAt, users.id)
    .limit(page.limit)

export async function listSignups(reads: Reads, span: Span, page: Parameters<typeof signupsPage>[2]) {
  return reads.readReplica(async (db) => signupsPage(db, span, page))
}
export type SignupRow = Awaited<ReturnType<typeof listSignups>>[number]

/** Finds the key of the row with this date and address. If it no longer exists, the page starts after that date. */
export async function findSignupKey(reads: Reads, signupAt: string, email: string): Promise<SignupKey> {
  const at = new Date(signupAt)
  const [row] = await reads.readReplica(async (db) =>
    db
      .select({ id: sql<string | null>`max(${users.id})` })
      .from(users)
      .where(and(eq(users.signupAt, at), eq(users.email, email))),
  )
  return row?.id ? [signupAt, row.id] : [new Date(at.getTime() + 1).toISOString(), '']
}

/** Counts signups by UTC day and method. Days without signups are missing. */
export async function countSignups(reads: Reads, span: Span) {
  const day = sql<string>`to_char(${users.signupAt} at time zone 'UTC', 'YYYY-MM-DD')`
  return reads.readReplica(async (db) =>
    db
      .select({ day, signupMethod, count: sql<number>`count(*)::int` })
      .from(users)
      .where(isIn(span))
      .groupBy(sql`1`, sql`2`),
  )
}
