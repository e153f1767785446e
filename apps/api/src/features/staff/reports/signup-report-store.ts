/** Who signed up, and when: read along one index, however many there are (RULES section 9). */
import { and, eq, gte, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Orm } from '../../../db/database.ts'
import { users } from '../../../db/schema/users.ts'

/** From the first moment to before the last. */
export interface Span {
  from: Date
  before: Date
}

/** Where a page begins: behind this row. */
export interface SignupKey {
  signupAt: Date
  id: string
}

/** The part of the sign-in id before the bar. */
const signupMethod = sql<string | null>`split_part(${users.auth0Id}, '|', 1)`

const isIn = ({ from, before }: Span) =>
  and(gte(users.signupAt, from), lt(users.signupAt, before), isNull(users.deletedAt))

function behind(after: SignupKey | undefined): SQL | undefined {
  if (!after) return undefined
  return sql`(${users.signupAt}, ${users.id}) > (${after.signupAt.toISOString()}::timestamptz, ${after.id})`
}

/** One page, the earliest first. Deleted accounts are left out. */
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
    .where(and(isIn(span), behind(page.after)))
    .orderBy(users.signupAt, users.id)
    .limit(page.limit)

export async function listSignups(...of: Parameters<typeof signupsPage>) {
  return signupsPage(...of)
}
export type SignupRow = Awaited<ReturnType<typeof listSignups>>[number]

/** The key of a row that is known by its date and address; where it is no more, all of its moment is passed. */
export async function findSignupKey(db: Orm, signupAt: Date, email: string): Promise<SignupKey> {
  const [row] = await db
    .select({ id: sql<string | null>`max(${users.id})` })
    .from(users)
    .where(and(eq(users.signupAt, signupAt), eq(users.email, email)))
  return row?.id ? { signupAt, id: row.id } : { signupAt: new Date(signupAt.getTime() + 1), id: '' }
}

/** How many signed up by each method on each day in UTC that had anybody. */
export async function countSignups(db: Orm, span: Span) {
  const day = sql<string>`to_char(${users.signupAt} at time zone 'UTC', 'YYYY-MM-DD')`
  return db
    .select({ day, signupMethod, count: sql<number>`count(*)::int` })
    .from(users)
    .where(isIn(span))
    .groupBy(sql`1`, sql`2`)
}
