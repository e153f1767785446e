/** Stores the sign-offs of access reviews with their evidence, and the reminders. */
import { accessReviewRights } from '@portal/contract/access-review/access-review-rights'
import { dayMs } from '@portal/contract/durations'
import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { monotonicFactory } from 'ulid'
import type { Orm } from '../../db/database.ts'
import { users } from '../account/user-table.ts'
import { workspaceMembers } from '../members/member-table.ts'
import { workspaces } from '../workspaces/workspace-table.ts'
import type { ReviewEntry } from './access-review-rules.ts'
import { reviewReminders, signOffEntries, signOffs } from './access-review-table.ts'

/** Rows per statement, far below PostgreSQL's limit of parameters. */
const insertSize = 500

export type SignOffRow = typeof signOffs.$inferSelect

/** Stores a sign-off with its evidence, in the given order. */
export async function insertSignOff(
  tx: Orm,
  signOff: SignOffRow,
  entries: readonly ReviewEntry[],
): Promise<void> {
  await tx.insert(signOffs).values(signOff)
  const nextId = monotonicFactory()
  const rows = entries.map((entry) => ({
    ...entry,
    id: nextId(signOff.at.getTime()),
    signOffId: signOff.id,
  }))
  for (let from = 0; from < rows.length; from += insertSize)
    await tx.insert(signOffEntries).values(rows.slice(from, from + insertSize))
}

const isOf = (workspaceId: string) => eq(signOffs.workspaceId, workspaceId)

/** Counts the sign-offs of the last 24 hours. */
export const countRecentSignOffs = (tx: Orm, workspaceId: string, now: Date): Promise<number> =>
  tx.$count(signOffs, and(isOf(workspaceId), gt(signOffs.at, new Date(now.getTime() - dayMs))))

/** Lists one page, newest first, that starts after the sign-off `after`. */
export async function listSignOffs(
  db: Orm,
  workspaceId: string,
  { limit, after }: { limit: number; after: string | undefined },
): Promise<SignOffRow[]> {
  return db
    .select()
    .from(signOffs)
    .where(and(isOf(workspaceId), after === undefined ? undefined : lt(signOffs.id, after)))
    .orderBy(desc(signOffs.id))
    .limit(limit)
}

export async function findSignOff(db: Orm, workspaceId: string, id: string): Promise<SignOffRow | undefined> {
  const [row] = await db
    .select()
    .from(signOffs)
    .where(and(isOf(workspaceId), eq(signOffs.id, id)))
  return row
}

/** Lists one page of the evidence, in the order of the file. */
export const listEntries = (
  db: Orm,
  signOffId: string,
  { limit, after = '' }: { limit: number; after?: string | undefined },
) =>
  db
    .select()
    .from(signOffEntries)
    .where(and(eq(signOffEntries.signOffId, signOffId), gt(signOffEntries.id, after)))
    .orderBy(signOffEntries.id)
    .limit(limit)

export async function findReminder(db: Orm, workspaceId: string) {
  const [row] = await db.select().from(reviewReminders).where(eq(reviewReminders.workspaceId, workspaceId))
  return row
}

export async function saveReminder(
  tx: Orm,
  reminder: Pick<typeof reviewReminders.$inferInsert, 'workspaceId' | 'every' | 'dueAt'>,
): Promise<void> {
  const { every, dueAt } = reminder
  await tx
    .insert(reviewReminders)
    .values(reminder)
    .onConflictDoUpdate({ target: reviewReminders.workspaceId, set: { every, dueAt } })
}

/**
 * Claims reviews that have become due since the last mail, the earliest first. Concurrent processes never claim the same
 * one. Leaves out deleted workspaces, and quarantined ones, whose reviews can't be signed off.
 */
export async function claimDueReviews(tx: Orm, now: Date, limit: number) {
  const rows = await tx
    .select({
      workspaceId: workspaces.id,
      workspaceName: workspaces.displayName,
      dueAt: reviewReminders.dueAt,
      signedOffAt: sql<Date | null>`(select max(sign_offs.at) from access_review_sign_offs sign_offs
        where sign_offs.workspace_id = ${workspaces.id})`.mapWith(signOffs.at),
    })
    .from(reviewReminders)
    .innerJoin(
      workspaces,
      and(
        eq(workspaces.id, reviewReminders.workspaceId),
        isNull(workspaces.deletedAt),
        isNull(workspaces.quarantinedAt),
      ),
    )
    .where(
      and(
        isNotNull(reviewReminders.every),
        lte(reviewReminders.dueAt, now),
        or(isNull(reviewReminders.mailedAt), lt(reviewReminders.mailedAt, reviewReminders.dueAt)),
      ),
    )
    .orderBy(reviewReminders.dueAt)
    .limit(limit)
    .for('update', { of: reviewReminders, skipLocked: true })
  const ids = rows.map(({ workspaceId }) => workspaceId)
  if (ids.length > 0)
    await tx.update(reviewReminders).set({ mailedAt: now }).where(inArray(reviewReminders.workspaceId, ids))
  return rows
}

/** Lists the verified addresses of the members who may review the workspace and whose accounts aren't paused. */
export async function listReviewerEmails(tx: Orm, workspaceId: string): Promise<string[]> {
  const rows = await tx
    .select({ email: users.email })
    .from(workspaceMembers)
    .innerJoin(users, eq(users.id, workspaceMembers.userId))
    .where(
      and(
        eq(workspaceMembers.workspaceId, workspaceId),
        inArray(workspaceMembers.role, accessReviewRights.reviewAccess.roles),
        users.emailVerified,
        isNull(users.deletedAt),
        isNull(users.quarantinedAt),
        isNull(users.suspendedAt),
      ),
    )
    .orderBy(users.id)
  return rows.map(({ email }) => email)
}
