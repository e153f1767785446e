/**
 * Searches people, workspaces and tokens by id, or by a prefix of an address or a name. Every search uses an index. Accounts are found
 * until they are erased, and workspaces until they are deleted.
 */
import { isUlid, normalizeEmail } from '@portal/contract/text/text-rules'
import { and, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { Orm } from '../../../db/database.ts'
import { users } from '../../account/user-table.ts'
import { authTokens } from '../../tokens/token-table.ts'
import { workspaces } from '../../workspaces/workspace-table.ts'

const maxFound = 20

/** Returns a LIKE pattern for values that start with the text. Wildcards in the text match literally. */
const startsWith = (text: string) => `${text.replace(/[\\%_]/g, '\\$&')}%`

/** Returns the text, and the text without accents if it has any. An empty text would match every account. */
const spellingsOf = (text: string) =>
  [
    ...new Set([
      text,
      text
        .normalize('NFD')
        .replace(/[\u0300-\u036f]/g, '')
        .normalize('NFC'),
    ]),
  ].filter(Boolean)

/** Ids are stored in upper case but found in any case. */
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
      deletedAt: users.deletedAt,
    })
    .from(users)

/** A deleted account is erased after the time in which staff can restore it. */
const isNotErased = ne(users.emailKey, '')

/** Sorted in the order of the index, so that PostgreSQL stops reading after the limit. */
const byPrefix = (db: Orm, column: SQL, text: SQL | string) =>
  people(db)
    .where(and(sql`${column} like ${text}`, isNotErased))
    .orderBy(sql`${column} using ~<~`)
    .limit(maxFound)

/** The queries that find people by a text, most specific first. */
export function peopleSearches(db: Orm, text: string) {
  const pattern = startsWith(text)
  // Lower-cased by the database, because the indexes use its `lower()`.
  const name = sql`lower(${pattern})`
  const [first, ...rest] = text.split(/\s+/)
  const wholeName =
    first !== undefined && rest.length > 0
      ? [
          people(db)
            .where(
              and(
                sql`lower(${users.firstName}) like lower(${startsWith(first)})`,
                sql`lower(${users.lastName}) like lower(${startsWith(rest.join(' '))})`,
                isNotErased,
              ),
            )
            .orderBy(sql`lower(${users.lastName}) using ~<~`)
            .limit(maxFound),
        ]
      : []
  return [
    people(db)
      .where(and(inArray(users.id, idsOf(text)), isNotErased))
      .limit(maxFound),
    byPrefix(db, sql`${users.emailKey}`, startsWith(normalizeEmail(text))),
    byPrefix(db, sql`lower(${users.lastName})`, name),
    byPrefix(db, sql`lower(${users.firstName})`, name),
    byPrefix(db, sql`lower(${users.nickname})`, name),
    ...wholeName,
  ]
}

export const searchPeople = (db: Orm, text: string) =>
  mergeResults(spellingsOf(text).flatMap((spelling) => peopleSearches(db, spelling)))

const found = (db: Orm) =>
  db
    .select({
      id: workspaces.id,
      displayName: workspaces.displayName,
      instanceUrl: workspaces.instanceUrl,
      ownerEmail: users.email,
      ownerUserId: users.id,
    })
    .from(workspaces)
    .innerJoin(users, eq(users.id, workspaces.creatorUserId))

export function workspaceSearches(db: Orm, text: string) {
  const name = sql`lower(${workspaces.displayName})`
  return [
    found(db).where(and(inArray(workspaces.id, idsOf(text)), isNull(workspaces.deletedAt))),
    found(db)
      .where(and(sql`${name} like lower(${startsWith(text)})`, isNull(workspaces.deletedAt)))
      .orderBy(sql`${name} using ~<~`)
      .limit(maxFound),
  ]
}

export const searchWorkspaces = (db: Orm, text: string) => mergeResults(workspaceSearches(db, text))

/** Includes revoked and expired tokens. */
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

/** Runs the searches in order and merges their rows without duplicates, until there are enough. */
async function mergeResults<Row extends { id: string }>(
  searches: readonly PromiseLike<Row[]>[],
): Promise<Row[]> {
  const rows = new Map<string, Row>()
  for (const search of searches) {
    for (const row of await search) if (rows.size < maxFound && !rows.has(row.id)) rows.set(row.id, row)
    if (rows.size >= maxFound) break
  }
  return [...rows.values()]
}
