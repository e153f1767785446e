/** Stores invitations and the codes of their links. */
import type { WorkspaceRole } from '@portal/contract/members/roles'
import { and, desc, eq, gt, isNotNull, isNull } from 'drizzle-orm'
import type { Orm } from '../../db/database.ts'
import { users } from '../account/user-table.ts'
import { workspaces } from '../workspaces/workspace-table.ts'
import { invitationCodes, workspaceInvitations } from './invitation-table.ts'

/** Neither accepted, declined nor withdrawn. An open invitation may have expired: it can be resent, but not accepted. */
export const isOpen = and(
  isNull(workspaceInvitations.acceptedAt),
  isNull(workspaceInvitations.declinedAt),
  isNull(workspaceInvitations.withdrawnAt),
)

const invitationColumns = {
  id: workspaceInvitations.id,
  email: workspaceInvitations.email,
  emailKey: workspaceInvitations.emailKey,
  role: workspaceInvitations.role,
  sentAt: workspaceInvitations.sentAt,
  expiresAt: workspaceInvitations.expiresAt,
} as const

export async function insertInvitation(
  tx: Orm,
  invitation: typeof workspaceInvitations.$inferInsert,
): Promise<void> {
  await tx.insert(workspaceInvitations).values(invitation)
}

/** Selects an open invitation of a workspace by its id or its address. */
type OpenInvitationKey = { workspaceId: string } & ({ id: string } | { emailKey: string })

const isOpenInvitation = (key: OpenInvitationKey) =>
  and(
    eq(workspaceInvitations.workspaceId, key.workspaceId),
    'id' in key ? eq(workspaceInvitations.id, key.id) : eq(workspaceInvitations.emailKey, key.emailKey),
    isOpen,
  )

export async function findOpenInvitation(db: Orm, key: OpenInvitationKey) {
  const [row] = await db.select(invitationColumns).from(workspaceInvitations).where(isOpenInvitation(key))
  return row
}

type InvitationChange = Partial<
  Pick<
    typeof workspaceInvitations.$inferInsert,
    'sentAt' | 'expiresAt' | 'invitedByUserId' | 'email' | 'role' | 'withdrawnAt'
  >
>

/** Extends, changes or withdraws an open invitation. Returns undefined when there is none. */
export async function updateInvitation(tx: Orm, key: OpenInvitationKey, change: InvitationChange) {
  const [row] = await tx
    .update(workspaceInvitations)
    .set(change)
    .where(isOpenInvitation(key))
    .returning(invitationColumns)
  return row
}

/** Returns the last invitation of an address if it was withdrawn. */
export async function findWithdrawnInvitation(
  tx: Orm,
  { workspaceId, emailKey }: { workspaceId: string; emailKey: string },
) {
  const [row] = await tx
    .select({ ...invitationColumns, withdrawnAt: workspaceInvitations.withdrawnAt })
    .from(workspaceInvitations)
    .where(
      and(eq(workspaceInvitations.workspaceId, workspaceId), eq(workspaceInvitations.emailKey, emailKey)),
    )
    .orderBy(desc(workspaceInvitations.id))
    .limit(1)
  return row?.withdrawnAt ? row : undefined
}

/** Whether the address has accepted an invitation that the user sent, in any workspace. */
export async function hasAcceptedFrom(tx: Orm, invitedByUserId: string, emailKey: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: workspaceInvitations.id })
    .from(workspaceInvitations)
    .where(
      and(
        eq(workspaceInvitations.emailKey, emailKey),
        eq(workspaceInvitations.invitedByUserId, invitedByUserId),
        isNotNull(workspaceInvitations.acceptedAt),
      ),
    )
    .limit(1)
  return row !== undefined
}

/** Makes the links of one invitation lead to another. */
export async function moveCodes(tx: Orm, fromInvitationId: string, invitationId: string): Promise<void> {
  await tx
    .update(invitationCodes)
    .set({ invitationId })
    .where(eq(invitationCodes.invitationId, fromInvitationId))
}

/** Stores the hashed code of one mail or copied link. */
export async function insertCode(
  db: Orm,
  code: { codeHash: Uint8Array; invitationId: string; createdAt: Date },
): Promise<void> {
  await db.insert(invitationCodes).values(code)
}

const isAcceptable = (now: Date) => and(isOpen, gt(workspaceInvitations.expiresAt, now))

/**
 * Selects the invitations that an invitee can see and answer: open, not expired, of workspaces that are not deleted, and sent by a user
 * who is not paused.
 */
const selectForInvitee = (db: Orm, now: Date) =>
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
    .innerJoin(
      users,
      and(
        eq(users.id, workspaceInvitations.invitedByUserId),
        isNull(users.quarantinedAt),
        isNull(users.suspendedAt),
      ),
    )
export type OwnInvitationRow = Awaited<ReturnType<typeof listInvitationsTo>>[number]

/** Lists one page, oldest first, that starts after the invitation `after`. */
export async function listInvitationsTo(
  db: Orm,
  emailKey: string,
  now: Date,
  { limit, after }: { limit: number; after: string | undefined },
) {
  return selectForInvitee(db, now)
    .where(
      and(
        eq(workspaceInvitations.emailKey, emailKey),
        after === undefined ? undefined : gt(workspaceInvitations.id, after),
      ),
    )
    .orderBy(workspaceInvitations.id)
    .limit(limit)
}

export async function findInvitationTo(db: Orm, id: string, emailKey: string, now: Date) {
  const [row] = await selectForInvitee(db, now).where(
    and(eq(workspaceInvitations.id, id), eq(workspaceInvitations.emailKey, emailKey)),
  )
  return row
}

export async function findInvitationByCode(db: Orm, codeHash: Uint8Array, now: Date) {
  const [row] = await selectForInvitee(db, now)
    .innerJoin(invitationCodes, eq(invitationCodes.invitationId, workspaceInvitations.id))
    .where(eq(invitationCodes.codeHash, codeHash))
  return row
}

/**
 * Accepts or declines an invitation in one statement, so that only one of several concurrent answers succeeds. Returns
 * undefined for the others.
 */
export async function answerInvitation(
  tx: Orm,
  to: { id: string; emailKey: string },
  answer: { acceptedAt: Date; acceptedByUserId: string } | { declinedAt: Date },
  now: Date,
): Promise<{ role: WorkspaceRole } | undefined> {
  const [row] = await tx
    .update(workspaceInvitations)
    .set(answer)
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
