/** Reads everything stored about a user, except secrets and their hashes. */
import { and, desc, eq, gt, lt, or, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Orm } from '../../db/database.ts'
import type { Page } from '../../http/lists/read-pages.ts'
import { users } from '../account/user-table.ts'
import { accountJoins } from '../account-joins/account-join-table.ts'
import { workspaceActivity } from '../activity/activity-table.ts'
import { billingAccounts } from '../billing/billing-table.ts'
import { workspaceInvitations } from '../invitations/invitation-table.ts'
import { tosAgreements } from '../legal/legal-table.ts'
import { workspaceMembers } from '../members/member-table.ts'
import { ownershipOffers } from '../ownership/ownership-table.ts'
import { serviceAccounts } from '../service-accounts/service-account-table.ts'
import { identities } from '../sessions/identity-table.ts'
import { sessions } from '../sessions/session-table.ts'
import { signInDevices } from '../sign-in/sign-in-table.ts'
import { authTokenRefusals, authTokenSecrets, authTokens } from '../tokens/token-table.ts'
import { trustRules } from '../trust-rules/trust-rule-table.ts'
import { workspaces } from '../workspaces/workspace-table.ts'

const isAfter = (id: PgColumn, after: string | undefined) => (after === undefined ? undefined : gt(id, after))
const isBefore = (id: PgColumn, after: string | undefined) =>
  after === undefined ? undefined : lt(id, after)

export async function readAccount(db: Orm, userId: string) {
  const [row] = await db.select().from(users).where(eq(users.id, userId))
  return row
}

export const readIdentities = (db: Orm, userId: string) =>
  db.select().from(identities).where(eq(identities.userId, userId)).orderBy(identities.createdAt)

/** The answers about the account, without what another person had entered before. */
export const readAccountJoins = (db: Orm, userId: string) =>
  db
    .select({
      subject: accountJoins.subject,
      answer: accountJoins.answer,
      at: accountJoins.at,
      ipAddress: accountJoins.ipAddress,
      undoneAt: accountJoins.undoneAt,
    })
    .from(accountJoins)
    .where(eq(accountJoins.userId, userId))
    .orderBy(accountJoins.id)

/** When browsers signed in, without the digests that recognize them. */
export const readDevices = (db: Orm, userId: string) =>
  db
    .select({ lastSignInAt: signInDevices.lastSignInAt })
    .from(signInDevices)
    .where(eq(signInDevices.userId, userId))
    .orderBy(desc(signInDevices.lastSignInAt))

/** Includes ended sessions. */
export const readSessions = (db: Orm, userId: string, { limit, after }: Page) =>
  db
    .select({
      id: sessions.id,
      subject: sessions.subject,
      clientId: sessions.clientId,
      userAgent: sessions.userAgent,
      ipAddress: sessions.ipAddress,
      createdAt: sessions.createdAt,
      authenticatedAt: sessions.authenticatedAt,
      lastSeenAt: sessions.lastSeenAt,
      expiresAt: sessions.expiresAt,
      endedAt: sessions.endedAt,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isBefore(sessions.id, after)))
    .orderBy(desc(sessions.id))
    .limit(limit)

export const readAgreements = (db: Orm, userId: string) =>
  db.select().from(tosAgreements).where(eq(tosAgreements.userId, userId)).orderBy(tosAgreements.agreedAt)

export const readMemberships = (db: Orm, userId: string, { limit, after }: Page) =>
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
    .where(and(eq(workspaceMembers.userId, userId), isAfter(workspaceMembers.workspaceId, after)))
    .orderBy(workspaceMembers.workspaceId)
    .limit(limit)

/** Includes deleted workspaces. Excludes workspace secrets. */
export const readOwnedWorkspaces = (db: Orm, userId: string, { limit, after }: Page) =>
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
    .where(and(eq(workspaces.creatorUserId, userId), isAfter(workspaces.id, after)))
    .orderBy(workspaces.id)
    .limit(limit)

export const readTokens = (db: Orm, userId: string, { limit, after }: Page) =>
  db
    .select({
      id: authTokens.id,
      kind: authTokens.kind,
      workspaceId: authTokens.workspaceId,
      serviceAccountId: authTokens.serviceAccountId,
      name: authTokens.name,
      createdAt: authTokens.createdAt,
      expiresAt: authTokens.expiresAt,
      revokedAt: authTokens.revokedAt,
      lastUsedAt: authTokens.lastUsedAt,
      lastUsedIp: authTokens.lastUsedIp,
    })
    .from(authTokens)
    .where(and(eq(authTokens.userId, userId), isAfter(authTokens.id, after)))
    .orderBy(authTokens.id)
    .limit(limit)

/** The trust rules that the user created. */
export const readTrustRules = (db: Orm, userId: string, { limit, after }: Page) =>
  db
    .select()
    .from(trustRules)
    .where(and(eq(trustRules.createdByUserId, userId), isAfter(trustRules.id, after)))
    .orderBy(trustRules.id)
    .limit(limit)

/** When the user's tokens were rotated and used. The rows have no secret. */
export const readTokenRotations = (db: Orm, userId: string, { limit, after }: Page) =>
  db
    .select({
      id: authTokenSecrets.id,
      tokenId: authTokenSecrets.tokenId,
      createdAt: authTokenSecrets.createdAt,
      expiresAt: authTokenSecrets.expiresAt,
      retiresAt: authTokenSecrets.retiresAt,
      lastUsedAt: authTokenSecrets.lastUsedAt,
      lastUsedIp: authTokenSecrets.lastUsedIp,
    })
    .from(authTokenSecrets)
    .innerJoin(authTokens, eq(authTokens.id, authTokenSecrets.tokenId))
    .where(and(eq(authTokens.userId, userId), isAfter(authTokenSecrets.id, after)))
    .orderBy(authTokenSecrets.id)
    .limit(limit)

export const readRefusedTokenUses = (db: Orm, userId: string, { limit, after }: Page) =>
  db
    .select({
      id: authTokenRefusals.id,
      tokenId: authTokenRefusals.tokenId,
      at: authTokenRefusals.at,
      ipAddress: authTokenRefusals.ipAddress,
      userAgent: authTokenRefusals.userAgent,
      call: authTokenRefusals.call,
    })
    .from(authTokenRefusals)
    .innerJoin(authTokens, eq(authTokens.id, authTokenRefusals.tokenId))
    .where(and(eq(authTokens.userId, userId), isAfter(authTokenRefusals.id, after)))
    .orderBy(authTokenRefusals.id)
    .limit(limit)

/** The service accounts that the user created. */
export const readServiceAccounts = (db: Orm, userId: string, { limit, after }: Page) =>
  db
    .select({
      id: serviceAccounts.id,
      workspaceId: serviceAccounts.workspaceId,
      name: serviceAccounts.name,
      description: serviceAccounts.description,
      createdAt: serviceAccounts.createdAt,
      disabledAt: serviceAccounts.disabledAt,
      deletedAt: serviceAccounts.deletedAt,
    })
    .from(serviceAccounts)
    .where(and(eq(serviceAccounts.createdByUserId, userId), isAfter(serviceAccounts.id, after)))
    .orderBy(serviceAccounts.id)
    .limit(limit)

/** Open offers that the user made or received. */
export const readOwnershipOffers = (db: Orm, userId: string, { limit, after }: Page) =>
  db
    .select()
    .from(ownershipOffers)
    .where(
      and(
        or(eq(ownershipOffers.fromUserId, userId), eq(ownershipOffers.toUserId, userId)),
        isAfter(ownershipOffers.workspaceId, after),
      ),
    )
    .orderBy(ownershipOffers.workspaceId)
    .limit(limit)

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

const invitations = (db: Orm, whose: SQL, { limit, after }: Page) =>
  db
    .select(invitationColumns)
    .from(workspaceInvitations)
    .innerJoin(workspaces, eq(workspaces.id, workspaceInvitations.workspaceId))
    .where(and(whose, isAfter(workspaceInvitations.id, after)))
    .orderBy(workspaceInvitations.id)
    .limit(limit)

export const readInvitationsTo = (db: Orm, emailKey: string, page: Page) =>
  invitations(db, eq(workspaceInvitations.emailKey, emailKey), page)

export const readInvitationsBy = (db: Orm, userId: string, page: Page) =>
  invitations(db, eq(workspaceInvitations.invitedByUserId, userId), page)

export const readActivityBy = (db: Orm, userId: string, { limit, after }: Page) =>
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
    .where(and(eq(workspaceActivity.actorUserId, userId), isBefore(workspaceActivity.id, after)))
    .orderBy(desc(workspaceActivity.id))
    .limit(limit)

export async function readBilling(db: Orm, userId: string) {
  const [row] = await db.select().from(billingAccounts).where(eq(billingAccounts.userId, userId))
  return row ?? null
}
