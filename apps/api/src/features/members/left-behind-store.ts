/** What a member leaves behind when they lose access (docs/product/members.md#what-a-member-leaves-behind). */
import { and, eq, inArray, isNotNull, isNull, notInArray, type SQLWrapper } from 'drizzle-orm'
import type { Orm } from '../../db/database.ts'
import { isOpen } from '../invitations/invitation-store.ts'
import { workspaceInvitations } from '../invitations/invitation-table.ts'
import { serviceAccounts } from '../service-accounts/service-account-table.ts'
import { isShownTo } from '../tokens/token-secret-store.ts'
import { authTokens } from '../tokens/token-table.ts'
import { trustRules } from '../trust-rules/trust-rule-table.ts'
import { workspaces } from '../workspaces/workspace-table.ts'
import { workspaceMembers } from './member-table.ts'

/** A user, in some of their workspaces, given by their ids or by a query for these. */
interface MemberOf {
  userId: string
  workspaceIds: string[] | SQLWrapper
}

const serviceAccount = { id: serviceAccounts.id, name: serviceAccounts.name }

/** Lists the trust rules that the member created and that exist. */
export async function listTrustRulesBy(db: Orm, { workspaceIds, userId }: MemberOf) {
  return db
    .select({
      workspaceId: trustRules.workspaceId,
      id: trustRules.id,
      name: trustRules.name,
      serviceAccount,
    })
    .from(trustRules)
    .innerJoin(serviceAccounts, eq(serviceAccounts.id, trustRules.serviceAccountId))
    .where(
      and(
        inArray(trustRules.workspaceId, workspaceIds),
        eq(trustRules.createdByUserId, userId),
        isNull(serviceAccounts.deletedAt),
      ),
    )
    .orderBy(trustRules.id)
}

/** Lists the tokens of service accounts of which the user was shown a secret. */
export async function listShownTokens(db: Orm, { userId, workspaceIds }: MemberOf, now: Date) {
  return db
    .select({
      workspaceId: authTokens.workspaceId,
      id: authTokens.id,
      name: authTokens.name,
      serviceAccount,
    })
    .from(authTokens)
    .innerJoin(serviceAccounts, eq(serviceAccounts.id, authTokens.serviceAccountId))
    .where(
      and(
        inArray(authTokens.workspaceId, workspaceIds),
        isNotNull(authTokens.serviceAccountId),
        isShownTo(userId, now),
      ),
    )
    .orderBy(authTokens.id)
}

/** Lists the member's open invitations, their trust rules, and the tokens of service accounts of which they were shown a secret. */
export async function listLeftBehind(db: Orm, member: MemberOf, now: Date) {
  const { userId, workspaceIds } = member
  const invitations = await db
    .select({
      workspaceId: workspaceInvitations.workspaceId,
      id: workspaceInvitations.id,
      email: workspaceInvitations.email,
      role: workspaceInvitations.role,
    })
    .from(workspaceInvitations)
    .where(
      and(
        inArray(workspaceInvitations.workspaceId, workspaceIds),
        eq(workspaceInvitations.invitedByUserId, userId),
        isOpen,
      ),
    )
    .orderBy(workspaceInvitations.id)
  const shownTokens = await listShownTokens(db, member, now)
  return { invitations, shownTokens, trustRules: await listTrustRulesBy(db, member) }
}

/** Matches the open invitations that a user sent, including those that managers kept when they removed the user. */
const isSentBy = (userId: string) => and(eq(workspaceInvitations.invitedByUserId, userId), isOpen)

/** Counts the open invitations that a user sent, and the rest that they leave behind in workspaces that they are a member of. */
export async function countLeftBehind(db: Orm, userId: string, now: Date) {
  const workspaceIds = db
    .select({ id: workspaces.id })
    .from(workspaceMembers)
    .innerJoin(workspaces, eq(workspaces.id, workspaceMembers.workspaceId))
    .where(and(eq(workspaceMembers.userId, userId), isNull(workspaces.deletedAt)))
  const { shownTokens, trustRules } = await listLeftBehind(db, { userId, workspaceIds }, now)
  return {
    invitations: await db.$count(workspaceInvitations, isSentBy(userId)),
    shownTokens: shownTokens.length,
    trustRules: trustRules.length,
  }
}

/** Withdraws the open invitations that a user sent, in one workspace or in all, except some. Returns them. */
export async function withdrawInvitationsBy(
  tx: Orm,
  {
    userId,
    workspaceId,
    keptIds = [],
  }: { userId: string; workspaceId?: string; keptIds?: readonly string[] },
  now: Date,
): Promise<{ id: string; workspaceId: string; email: string }[]> {
  return tx
    .update(workspaceInvitations)
    .set({ withdrawnAt: now })
    .where(
      and(
        isSentBy(userId),
        workspaceId === undefined ? undefined : eq(workspaceInvitations.workspaceId, workspaceId),
        notInArray(workspaceInvitations.id, [...keptIds]),
      ),
    )
    .returning({
      id: workspaceInvitations.id,
      workspaceId: workspaceInvitations.workspaceId,
      email: workspaceInvitations.email,
    })
}
