/** Offers of membership to an address, and the links that lead to them (RULES section 6). */
import type { WorkspaceRole } from '@portal/contract/permissions'
import { and, eq, gt, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Orm } from '../../db/database.ts'
import { invitationCodes, workspaceInvitations } from '../../db/schema/invitations.ts'
import { users } from '../../db/schema/users.ts'
import { workspaces } from '../../db/schema/workspaces.ts'

/** Neither accepted, declined nor withdrawn. It may be late: then it can be sent again, and not accepted. */
export const isOpen = and(
  isNull(workspaceInvitations.acceptedAt),
  isNull(workspaceInvitations.declinedAt),
  isNull(workspaceInvitations.withdrawnAt),
)

export const invitationColumns = {
  id: workspaceInvitations.id,
  email: workspaceInvitations.email,
  emailKey: workspaceInvitations.emailKey,
  role: workspaceInvitations.role,
  sentAt: workspaceInvitations.sentAt,
  expiresAt: workspaceInvitations.expiresAt,
} as const

export interface InvitationRow {
  id: string
  email: string
  emailKey: string
  role: WorkspaceRole
  sentAt: Date
  expiresAt: Date
}

/** Addresses sort byte by byte, the same on every engine. */
const sortedEmail = sql`${workspaceInvitations.emailKey} collate "C"`

function behind(after: { emailKey: string; id: string } | undefined): SQL | undefined {
  if (!after) return undefined
  return or(
    gt(sortedEmail, after.emailKey),
    and(eq(workspaceInvitations.emailKey, after.emailKey), gt(workspaceInvitations.id, after.id)),
  )
}

/** A page of the open invitations of a workspace, late ones too, by e-mail. */
export async function listOpenInvitations(
  db: Orm,
  workspaceId: string,
  page: { limit: number; after: { emailKey: string; id: string } | undefined },
): Promise<InvitationRow[]> {
  return db
    .select(invitationColumns)
    .from(workspaceInvitations)
    .where(and(eq(workspaceInvitations.workspaceId, workspaceId), isOpen, behind(page.after)))
    .orderBy(sortedEmail, workspaceInvitations.id)
    .limit(page.limit)
}

/** An invitation of a workspace, ended or not, by its id: a page may begin behind one that has ended since. */
export async function findInvitationKey(db: Orm, workspaceId: string, id: string) {
  const [row] = await db
    .select({ id: workspaceInvitations.id, emailKey: workspaceInvitations.emailKey })
    .from(workspaceInvitations)
    .where(and(eq(workspaceInvitations.workspaceId, workspaceId), eq(workspaceInvitations.id, id)))
  return row
}

export async function insertInvitation(
  tx: Orm,
  invitation: typeof workspaceInvitations.$inferInsert,
): Promise<void> {
  await tx.insert(workspaceInvitations).values(invitation)
}

/** Which open invitation of a workspace is meant. */
export type OpenOne = { workspaceId: string } & ({ id: string } | { emailKey: string })

const isOne = (one: OpenOne) =>
  and(
    eq(workspaceInvitations.workspaceId, one.workspaceId),
    'id' in one ? eq(workspaceInvitations.id, one.id) : eq(workspaceInvitations.emailKey, one.emailKey),
    isOpen,
  )

export async function findOpenInvitation(db: Orm, one: OpenOne): Promise<InvitationRow | undefined> {
  const [row] = await db.select(invitationColumns).from(workspaceInvitations).where(isOne(one))
  return row
}

/** Another sending of an open invitation. Undefined when there is none. */
export async function renewInvitation(
  tx: Orm,
  one: OpenOne,
  change: { sentAt: Date; expiresAt: Date; invitedByUserId: string; email?: string; role?: WorkspaceRole },
): Promise<InvitationRow | undefined> {
  const [row] = await tx
    .update(workspaceInvitations)
    .set(change)
    .where(isOne(one))
    .returning(invitationColumns)
  return row
}

export async function setInvitedRole(tx: Orm, one: OpenOne, role: WorkspaceRole): Promise<void> {
  await tx.update(workspaceInvitations).set({ role }).where(isOne(one))
}

export async function withdrawInvitation(
  tx: Orm,
  one: OpenOne,
  now: Date,
): Promise<InvitationRow | undefined> {
  const [row] = await tx
    .update(workspaceInvitations)
    .set({ withdrawnAt: now })
    .where(isOne(one))
    .returning(invitationColumns)
  return row
}

/** The way in for one mail or one copied link. */
export async function insertCode(
  db: Orm,
  code: { codeHash: Uint8Array; invitationId: string; createdAt: Date },
): Promise<void> {
  await db.insert(invitationCodes).values(code)
}

const isAcceptable = (now: Date) => and(isOpen, gt(workspaceInvitations.expiresAt, now))

/** Invitations as the invited person sees them: open, not late, of workspaces that exist. */
const seenByInvited = (db: Orm, now: Date) =>
  db
    .select({
      ...invitationColumns,
      workspaceId: workspaceInvitations.workspaceId,
      workspaceName: workspaces.displayName,
      firstName: users.firstName,
      lastName: users.lastName,
    })
    .from(workspaceInvitations)
    .innerJoin(
      workspaces,
      and(
        eq(workspaces.id, workspaceInvitations.workspaceId),
        isNull(workspaces.deletedAt),
        isAcceptable(now),
      ),
    )
    .innerJoin(users, eq(users.id, workspaceInvitations.invitedByUserId))
export type OwnInvitationRow = Awaited<ReturnType<typeof listInvitationsTo>>[number]

export async function listInvitationsTo(db: Orm, emailKey: string, now: Date) {
  return seenByInvited(db, now)
    .where(eq(workspaceInvitations.emailKey, emailKey))
    .orderBy(workspaceInvitations.id)
}

export async function findInvitationTo(db: Orm, id: string, emailKey: string, now: Date) {
  const [row] = await seenByInvited(db, now).where(
    and(eq(workspaceInvitations.id, id), eq(workspaceInvitations.emailKey, emailKey)),
  )
  return row
}

export async function findInvitationByCode(db: Orm, codeHash: Uint8Array, now: Date) {
  const [row] = await seenByInvited(db, now)
    .innerJoin(invitationCodes, eq(invitationCodes.invitationId, workspaceInvitations.id))
    .where(eq(invitationCodes.codeHash, codeHash))
  return row
}

/** Accepts or declines: one statement, so that of many parallel tries one succeeds. Undefined for the others. */
export async function answerInvitation(
  tx: Orm,
  to: { id: string; emailKey: string },
  answer: 'acceptedAt' | 'declinedAt',
  now: Date,
): Promise<{ role: WorkspaceRole } | undefined> {
  const [row] = await tx
    .update(workspaceInvitations)
    .set({ [answer]: now })
    .where(
      and(
        eq(workspaceInvitations.id, to.id),
        eq(workspaceInvitations.emailKey, to.emailKey),
        isAcceptable(now),
      ),
    )
    .returning({ role: workspaceInvitations.role })
  return row
}
