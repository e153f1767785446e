/** People, workspaces and tokens as staff find them: by an id, or along an index by how an address or a name begins. */
import { isUlid, normalizeEmail } from '@portal/contract/text-rules'
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Orm } from '../../../db/database.ts'
import { authTokens } from '../../../db/schema/tokens.ts'
import { users } from '../../../db/schema/users.ts'
import { workspaces } from '../../../db/schema/workspaces.ts'

const mostFound = 20

/** Typed text as a pattern that it begins: its own wildcards are letters like others. */
const beginning = (text: string) => `${text.replace(/[\\%_]/g, '\\$&')}%`

/** An id as it is kept, however it was typed. */
const idsOf = (text: string) => (isUlid(text) ? [text, text.toUpperCase()] : [text])

const people = (db: Orm) =>
  db
    .select({
      id: users.id,
      auth0Id: users.auth0Id,
      email: users.email,
      quarantinedAt: users.quarantinedAt,
      suspendedAt: users.suspendedAt,
      firstName: users.firstName,
      lastName: users.lastName,
      nickname: users.nickname,
    })
    .from(users)

/** In the order of the index, so that the first twenty are read and no more. */
const byBeginning = (db: Orm, column: SQL, text: SQL | string) =>
  people(db)
    .where(and(sql`${column} like ${text}`, isNull(users.deletedAt)))
    .orderBy(sql`${column} using ~<~`)
    .limit(mostFound)

/** The ways in which a text finds people, the surest first. */
export function peopleSearches(db: Orm, text: string) {
  const pattern = beginning(text)
  // The database's own lower case: it is what the indexes are of.
  const name = sql`lower(${pattern})`
  const [first, ...rest] = text.split(/\s+/)
  const wholeName =
    first !== undefined && rest.length > 0
      ? [
          people(db)
            .where(
              and(
                sql`lower(${users.firstName}) like lower(${beginning(first)})`,
                sql`lower(${users.lastName}) like lower(${beginning(rest.join(' '))})`,
                isNull(users.deletedAt),
              ),
            )
            .orderBy(sql`lower(${users.lastName}) using ~<~`)
            .limit(mostFound),
        ]
      : []
  return [
    people(db)
      .where(and(inArray(users.id, idsOf(text)), isNull(users.deletedAt)))
      .limit(mostFound),
    byBeginning(db, sql`${users.emailKey}`, beginning(normalizeEmail(text))),
    byBeginning(db, sql`lower(${users.lastName})`, name),
    byBeginning(db, sql`lower(${users.firstName})`, name),
    byBeginning(db, sql`lower(${users.nickname})`, name),
    ...wholeName,
  ]
}

export const searchPeople = (db: Orm, text: string) => firstOf(peopleSearches(db, text))

const found = (db: Orm) =>
  db
    .select({
      id: workspaces.id,
      displayName: workspaces.displayName,
      instanceUrl: workspaces.instanceUrl,
      ownerEmail: users.email,
    })
    .from(workspaces)
    .innerJoin(users, eq(users.id, workspaces.creatorUserId))

export function workspaceSearches(db: Orm, text: string) {
  const name = sql`lower(${workspaces.displayName})`
  return [
    found(db).where(and(inArray(workspaces.id, idsOf(text)), isNull(workspaces.deletedAt))),
    found(db)
      .where(and(sql`${name} like lower(${beginning(text)})`, isNull(workspaces.deletedAt)))
      .orderBy(sql`${name} using ~<~`)
      .limit(mostFound),
  ]
}

export const searchWorkspaces = (db: Orm, text: string) => firstOf(workspaceSearches(db, text))

/** Ended ones too. */
export async function searchTokens(db: Orm, text: string, now: Date) {
  return db
    .select({
      id: authTokens.id,
      name: authTokens.name,
      kind: authTokens.kind,
      userId: users.id,
      email: users.email,
      workspaceId: workspaces.id,
      workspaceName: workspaces.displayName,
      isActive: sql<boolean>`(${authTokens.revokedAt} is null and ${workspaces.deletedAt} is null
        and ${authTokens.expiresAt} > ${now.toISOString()}::timestamptz)`,
    })
    .from(authTokens)
    .innerJoin(users, eq(users.id, authTokens.userId))
    .innerJoin(workspaces, eq(workspaces.id, authTokens.workspaceId))
    .where(inArray(authTokens.id, idsOf(text)))
}

/** The rows of one search after another, each once, until there are enough. */
async function firstOf<Row extends { id: string }>(searches: readonly PromiseLike<Row[]>[]): Promise<Row[]> {
  const rows = new Map<string, Row>()
  for (const search of searches) {
    for (const row of await search) if (rows.size < mostFound && !rows.has(row.id)) rows.set(row.id, row)
    if (rows.size >= mostFound) break
  }
  return [...rows.values()]
}
