/** Reads everything stored about a user, except secrets and their hashes. */
import { and, desc, eq } from 'drizzle-orm'
import type { Orm } from '../../db/database.ts'
import { billingAccounts } from '../../db/schema/billing.ts'
import { workspaceInvitations } from '../../db/schema/invitations.ts'
import { tosAgreements } from '../../db/schema/legal.ts'
import { workspaceActivity } from '../../db/schema/records.ts'
import { sessions, signInDevices } from '../../db/schema/sessions.ts'
import { authTokens } from '../../db/schema/tokens.ts'
import { identities, users } from '../../db/schema/users.ts'
import { workspaceMembers, workspaces } from '../../db/schema/workspaces.ts'

export async function readAccount(db: Orm, userId: string) {
  const [row] = await db.select().from(users).where(eq(users.id, userId))
  return row
}

export const readIdentities = (db: Orm, userId: string) =>
  db.select().from(identities).where(eq(identities.userId, userId)).orderBy(identities.createdAt)

/** When browsers signed in, without the digests that recognize them. */
export const readDevices = (db: Orm, userId: string) =>
  db
    .select({ lastSignInAt: signInDevices.lastSignInAt })
    .from(signInDevices)
    .where(eq(signInDevices.userId, userId))
    .orderBy(desc(signInDevices.lastSignInAt))

/** Includes ended sessions. */
export const readSessions = (db: Orm, userId: string) =>
  db
    .select({
      id: sessions.id,
      subject: sessions.subject,
      userAgent: sessions.userAgent,
      ipAddress: sessions.ipAddress,
      createdAt: sessions.createdAt,
      authenticatedAt: sessions.authenticatedAt,
      lastSeenAt: sessions.lastSeenAt,
      expiresAt: sessions.expiresAt,
      endedAt: sessions.endedAt,
    })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.createdAt))

export const readAgreements = (db: Orm, userId: string) =>
  db.select().from(tosAgreements).where(eq(tosAgreements.userId, userId)).orderBy(tosAgreements.agreedAt)

export const readMemberships = (db: Orm, userId: string) =>
  db
    .select({
      workspaceId: workspaceMembers.workspaceId,
      workspaceName: workspaces.displayName,
      role: workspaceMembers.role,
      isFavourite: workspaceMembers.isFavourite,
      isHidden: workspaceMembers.isHidden,
      confirmedInstanceUrl: workspaceMembers.confirmedInstanceUrl,
      joinedAt: workspaceMembers.joinedAt,
      lastOpenedAt: workspaceMembers.lastOpenedAt,
    })
    .from(workspaceMembers)
    .innerJoin(workspaces, eq(workspaces.id, workspaceMembers.workspaceId))
    .where(eq(workspaceMembers.userId, userId))
    .orderBy(workspaceMembers.workspaceId)

/** Includes deleted workspaces. Excludes workspace secrets. */
export const readOwnedWorkspaces = (db: Orm, userId: string) =>
  db
    .select({
      id: workspaces.id,
      displayName: workspaces.displayName,
      description: workspaces.description,
      instanceUrl: workspaces.instanceUrl,
      instanceEnvType: workspaces.instanceEnvType,
      isApprovalsEnabled: workspaces.isApprovalsEnabled,
      createdAt: workspaces.createdAt,
      quarantinedAt: workspaces.quarantinedAt,
      deletedAt: workspaces.deletedAt,
    })
    .from(workspaces)
    .where(eq(workspaces.creatorUserId, userId))
    .orderBy(workspaces.id)

export const readTokens = (db: Orm, userId: string) =>
  db
    .select({
      id: authTokens.id,
      kind: authTokens.kind,
      workspaceId: authTokens.workspaceId,
      name: authTokens.name,
      createdAt: authTokens.createdAt,
      expiresAt: authTokens.expiresAt,
      revokedAt: authTokens.revokedAt,
      lastUsedAt: authTokens.lastUsedAt,
      lastUsedIp: authTokens.lastUsedIp,
    })
    .from(authTokens)
    .where(eq(authTokens.userId, userId))
    .orderBy(authTokens.createdAt, authTokens.id)

const invitationColumns = {
  id: workspaceInvitations.id,
  workspaceName: workspaces.displayName,
  email: workspaceInvitations.email,
  role: workspaceInvitations.role,
  createdAt: workspaceInvitations.createdAt,
  sentAt: workspaceInvitations.sentAt,
  expiresAt: workspaceInvitations.expiresAt,
  acceptedAt: workspaceInvitations.acceptedAt,
  declinedAt: workspaceInvitations.declinedAt,
  withdrawnAt: workspaceInvitations.withdrawnAt,
} as const

const invitations = (db: Orm) =>
  db
    .select(invitationColumns)
    .from(workspaceInvitations)
    .innerJoin(workspaces, eq(workspaces.id, workspaceInvitations.workspaceId))
    .orderBy(workspaceInvitations.id)

export const readInvitationsTo = (db: Orm, emailKey: string) =>
  invitations(db).where(eq(workspaceInvitations.emailKey, emailKey))

export const readInvitationsBy = (db: Orm, userId: string) =>
  invitations(db).where(eq(workspaceInvitations.invitedByUserId, userId))

export const readActivityBy = (db: Orm, userId: string) =>
  db
    .select({
      id: workspaceActivity.id,
      at: workspaceActivity.at,
      workspaceId: workspaceActivity.workspaceId,
      act: workspaceActivity.act,
      subject: workspaceActivity.subject,
      ipAddress: workspaceActivity.ipAddress,
    })
    .from(workspaceActivity)
    .where(and(eq(workspaceActivity.actorUserId, userId)))
    .orderBy(desc(workspaceActivity.id))

export async function readBilling(db: Orm, userId: string) {
  const [row] = await db.select().from(billingAccounts).where(eq(billingAccounts.userId, userId))
  return row ?? null
}
