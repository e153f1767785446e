/** Inserts rows for tests with sensible defaults. `db` is a database or `{ orm: tx }`. */
import { createHash, randomBytes } from 'node:crypto'
import { dayMs } from '@portal/contract/durations'
import { normalizeEmail } from '@portal/contract/text/text-rules'
import { monotonicFactory } from 'ulid'
import type { Orm } from '../db/database.ts'
import { users } from '../features/account/user-table.ts'
import { workspaceMembers } from '../features/members/member-table.ts'
import { identities } from '../features/sessions/identity-table.ts'
import { sessions } from '../features/sessions/session-table.ts'
import { workspaces } from '../features/workspaces/workspace-table.ts'

interface Db {
  orm: Orm
}

export type UserRow = typeof users.$inferSelect
export type WorkspaceRow = typeof workspaces.$inferSelect
type Role = (typeof workspaceMembers.$inferSelect)['role']

/** The newest shipped version of the terms. */
export const newestTermsVersion = '2024-09-25'

/** Ids of one millisecond are in the order of their creation, as lists sort by them. */
const ulid = monotonicFactory()
let people = 0

/** Creates a verified user who has accepted the terms and reviewed the profile. */
export async function makeUser(db: Db, values: Partial<typeof users.$inferInsert> = {}): Promise<UserRow> {
  people += 1
  const id = values.id ?? ulid()
  const email = values.email ?? `person-${people}@example.com`
  const row: typeof users.$inferInsert = {
    id,
    email,
    emailKey: normalizeEmail(email),
    emailVerified: true,
    isConfirmedByLinkOnly: false,
    auth0Id: `auth0|${id}`,
    firstName: 'Pat',
    lastName: `Person ${people}`,
    nickname: `pat${people}`,
    agreedTosVersionId: newestTermsVersion,
    reviewedProfileAt: new Date(),
    signupAt: new Date(),
    ...values,
  }
  return only(await db.orm.insert(users).values(row).returning())
}

/** Creates an identity at the identity provider that signs in to the user. */
export async function makeIdentity(
  db: Db,
  user: UserRow,
  values: Partial<typeof identities.$inferInsert> = {},
): Promise<typeof identities.$inferSelect> {
  const row: typeof identities.$inferInsert = {
    subject: user.auth0Id ?? `auth0|${ulid()}`,
    userId: user.id,
    email: user.email,
    isEmailVerified: user.emailVerified,
    createdAt: new Date(),
    lastSignInAt: new Date(),
    ...values,
  }
  return only(await db.orm.insert(identities).values(row).returning())
}

/**
 * Creates a portal session. `token` is the value of its cookie. Its sign-in stays fresh even if the test moves the clock,
 * unless `values` set `authenticatedAt`.
 */
export async function makeSession(
  db: Db,
  user: UserRow,
  values: Partial<typeof sessions.$inferInsert> = {},
): Promise<{ id: string; token: string }> {
  const token = randomBytes(32).toString('base64url')
  const id = values.id ?? ulid()
  const now = Date.now()
  const expiresAt = values.expiresAt ?? new Date(now + 30 * dayMs)
  await db.orm.insert(sessions).values({
    id,
    tokenHash: createHash('sha256').update(token).digest(),
    userId: user.id,
    subject: user.auth0Id ?? `auth0|${user.id}`,
    createdAt: new Date(now),
    lastSeenAt: new Date(now),
    authenticatedAt: expiresAt,
    expiresAt,
    ...values,
  })
  return { id, token }
}

let workspaceCount = 0

/** Creates a local workspace with its owner as a member. */
export async function makeWorkspace(
  db: Db,
  owner: UserRow,
  values: Partial<typeof workspaces.$inferInsert> = {},
): Promise<WorkspaceRow> {
  workspaceCount += 1
  const row: typeof workspaces.$inferInsert = {
    id: ulid(),
    displayName: `Workspace ${workspaceCount}`,
    instanceUrl: 'http://localhost:8080',
    instanceEnvType: 'LOCAL',
    creatorUserId: owner.id,
    token: randomBytes(32).toString('base64url'),
    createdAt: new Date(),
    ...values,
  }
  // In one transaction, because the database refuses a workspace without an owner.
  return db.orm.transaction(async (tx) => {
    const workspace = only(await tx.insert(workspaces).values(row).returning())
    await addMember({ orm: tx }, workspace, owner, 'OWNER')
    return workspace
  })
}

export async function addMember(
  db: Db,
  workspace: WorkspaceRow,
  user: UserRow,
  role: Role = 'EDITOR',
  values: Partial<typeof workspaceMembers.$inferInsert> = {},
): Promise<typeof workspaceMembers.$inferSelect> {
  const row = { workspaceId: workspace.id, userId: user.id, role, joinedAt: new Date(), ...values }
  return only(await db.orm.insert(workspaceMembers).values(row).returning())
}

function only<Row>(rows: Row[]): Row {
  const [row] = rows
  if (!row) throw new Error('The database returned no row')
  return row
}
