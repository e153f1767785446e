/** Restores an account that was handed to the owner of its address. */
import { and, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { Orm } from '../../db/database.ts'
import { isUniqueViolation } from '../../db/database-errors.ts'
import { lockPersonForKeyShare } from '../account/account-store.ts'
import { users } from '../account/user-table.ts'
import { workspaceInvitations } from '../invitations/invitation-table.ts'
import { workspaceMembers } from '../members/member-table.ts'
import { serviceAccounts } from '../service-accounts/service-account-table.ts'
import { identities } from '../sessions/identity-table.ts'
import { authTokens } from '../tokens/token-table.ts'
import { trustRules } from '../trust-rules/trust-rule-table.ts'
import { workspaces } from '../workspaces/workspace-table.ts'
import type { AccountBefore } from './account-join-table.ts'

/** The answer that is undone. */
interface Denial {
  id: string
  at: Date
}

const instantOf = (stored: string | null) => (stored === null ? null : new Date(stored))

/** The memberships of the account that have not ended since, in workspaces that are not deleted. */
async function listMemberships(tx: Orm, userId: string, { at }: Denial) {
  return (
    tx
      .select({ workspaceId: workspaceMembers.workspaceId, role: workspaceMembers.role })
      .from(workspaceMembers)
      .innerJoin(
        workspaces,
        and(eq(workspaces.id, workspaceMembers.workspaceId), isNull(workspaces.deletedAt)),
      )
      .where(and(eq(workspaceMembers.userId, userId), lte(workspaceMembers.joinedAt, at)))
      // A removal waits, and then finds what is restored.
      .for('share', { of: workspaceMembers })
  )
}

/** Whether the membership of the token's creator has not ended since. A later membership never restores tokens of an earlier one. */
const isCreatorStillMember = ({ at }: Denial) =>
  sql`exists (select 1 from workspace_members m where m.workspace_id = ${authTokens.workspaceId} and m.user_id = ${authTokens.userId} and m.joined_at <= ${at.toISOString()}::timestamptz)`

const isOfExistingServiceAccount = sql`exists (select 1 from ${serviceAccounts} where ${serviceAccounts.id} = ${authTokens.serviceAccountId} and ${serviceAccounts.deletedAt} is null)`

interface Reach {
  /** Where the account is still a member. */
  memberOf: string[]
  /** Where it also manages people, service accounts and trust rules. Another person may own these workspaces by now. */
  managed: string[]
}

async function restoreTokens(
  tx: Orm,
  tokenIds: string[],
  { memberOf, managed }: Reach,
  denial: Denial,
): Promise<void> {
  if (tokenIds.length === 0) return
  await tx
    .update(authTokens)
    .set({ revokedAt: null, revokedByUserId: null })
    .where(
      and(
        inArray(authTokens.id, tokenIds),
        eq(authTokens.revokedAt, denial.at),
        or(
          and(
            isNull(authTokens.serviceAccountId),
            inArray(authTokens.workspaceId, memberOf),
            isCreatorStillMember(denial),
          ),
          and(inArray(authTokens.workspaceId, managed), isOfExistingServiceAccount),
        ),
      ),
    )
}

async function restoreInvitations(
  tx: Orm,
  invitationIds: string[],
  { managed }: Reach,
  { at }: Denial,
): Promise<void> {
  if (invitationIds.length === 0) return
  await tx
    .update(workspaceInvitations)
    .set({ withdrawnAt: null })
    .where(
      and(
        inArray(workspaceInvitations.id, invitationIds),
        inArray(workspaceInvitations.workspaceId, managed),
        eq(workspaceInvitations.withdrawnAt, at),
        // The person may have been invited again, and a manager may have withdrawn that invitation.
        sql`not exists (select 1 from workspace_invitations again where again.workspace_id = ${workspaceInvitations.workspaceId} and again.email_key = ${workspaceInvitations.emailKey} and again.created_at >= ${at.toISOString()}::timestamptz)`,
      ),
    )
}

/** Whether the person has been invited again and has joined. A manager may have removed them after that. */
async function hasJoinedAgain(
  tx: Orm,
  { workspaceId, userId }: { workspaceId: string; userId: string },
  { at }: Denial,
): Promise<boolean> {
  const [row] = await tx
    .select({ id: workspaceInvitations.id })
    .from(workspaceInvitations)
    .where(
      and(
        eq(workspaceInvitations.workspaceId, workspaceId),
        eq(workspaceInvitations.acceptedByUserId, userId),
        gt(workspaceInvitations.acceptedAt, at),
      ),
    )
    .limit(1)
  return row !== undefined
}

async function restoreMembers(
  tx: Orm,
  members: AccountBefore['members'],
  { managed }: Reach,
  denial: Denial,
): Promise<void> {
  for (const { joinedAt, ...member } of members) {
    if (!managed.includes(member.workspaceId)) continue
    if (!(await lockPersonForKeyShare(tx, member.userId)) || (await hasJoinedAgain(tx, member, denial)))
      continue
    await tx
      .insert(workspaceMembers)
      .values({ ...member, joinedAt: new Date(joinedAt) })
      .onConflictDoNothing()
  }
}

/**
 * Restores what the account had, as far as it may have it today: no tokens where its membership has ended since, and no people,
 * invitations or trust rules where it no longer manages. Returns false if another account has its previous address, after which the
 * transaction must be rolled back. The time tells apart what was revoked or withdrawn later for another reason.
 */
export async function restoreAccountBefore(
  tx: Orm,
  userId: string,
  before: AccountBefore,
  denial: Denial,
): Promise<boolean> {
  const { profile, reviewedProfileAt, subjects } = before
  await tx
    .update(workspaces)
    .set({ addressSetByUserId: userId })
    .where(eq(workspaces.addressSetByUserId, denial.id))
  try {
    await tx
      .update(users)
      .set({ ...profile, reviewedProfileAt: instantOf(reviewedProfileAt) })
      .where(eq(users.id, userId))
  } catch (error) {
    if (isUniqueViolation(error, 'users_verified_email_key')) return false
    throw error
  }
  if (subjects.length > 0)
    await tx
      .update(identities)
      .set({ status: 'linked', removedAt: null })
      .where(and(eq(identities.userId, userId), inArray(identities.subject, subjects)))
  const memberships = await listMemberships(tx, userId, denial)
  const reach = {
    memberOf: memberships.map(({ workspaceId }) => workspaceId),
    managed: memberships.filter(({ role }) => role !== 'EDITOR').map(({ workspaceId }) => workspaceId),
  }
  await restoreTokens(tx, before.tokenIds, reach, denial)
  await restoreInvitations(tx, before.invitationIds, reach, denial)
  for (const rule of before.trustRules)
    if (reach.managed.includes(rule.workspaceId))
      await tx
        .insert(trustRules)
        .values({
          ...rule,
          learningUntil: instantOf(rule.learningUntil),
          createdAt: new Date(rule.createdAt),
          lastUsedAt: instantOf(rule.lastUsedAt),
        })
        .onConflictDoNothing()
  await restoreMembers(tx, before.members, reach, denial)
  return true
}
