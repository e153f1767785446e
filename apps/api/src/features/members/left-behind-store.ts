/** What a member leaves behind when they lose access (docs/product/members.md#what-a-member-leaves-behind). */
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Orm } from '../../db/database.ts'
import { workspaceInvitations } from '../../db/schema/invitations.ts'
import { serviceAccounts } from '../../db/schema/service-accounts.ts'
import { authTokens } from '../../db/schema/tokens.ts'
import { trustRules } from '../../db/schema/trust-rules.ts'
import { isOpen } from '../invitations/invitation-store.ts'
import { isActiveToken } from '../tokens/token-store.ts'

interface MemberKey {
  workspaceId: string
  userId: string
}

const serviceAccount = { id: serviceAccounts.id, name: serviceAccounts.name }

const isInvitationBy = ({ workspaceId, userId }: MemberKey) =>
  and(
    eq(workspaceInvitations.workspaceId, workspaceId),
    eq(workspaceInvitations.invitedByUserId, userId),
    isOpen,
  )

/** Lists the trust rules that the member created and that exist. */
export async function listTrustRulesBy(db: Orm, { workspaceId, userId }: MemberKey) {
  return db
    .select({ id: trustRules.id, name: trustRules.name, serviceAccount })
    .from(trustRules)
    .innerJoin(serviceAccounts, eq(serviceAccounts.id, trustRules.serviceAccountId))
    .where(
      and(
        eq(trustRules.workspaceId, workspaceId),
        eq(trustRules.createdByUserId, userId),
        isNull(serviceAccounts.deletedAt),
      ),
    )
    .orderBy(trustRules.id)
}

/** Lists the member's open invitations, their trust rules, and the tokens of service accounts whose secret they were shown. */
export async function listLeftBehind(db: Orm, member: MemberKey, now: Date) {
  const invitations = await db
    .select({
      id: workspaceInvitations.id,
      email: workspaceInvitations.email,
      role: workspaceInvitations.role,
    })
    .from(workspaceInvitations)
    .where(isInvitationBy(member))
    .orderBy(workspaceInvitations.id)
  const shownTokens = await db
    .select({ id: authTokens.id, name: authTokens.name, serviceAccount })
    .from(authTokens)
    .innerJoin(serviceAccounts, eq(serviceAccounts.id, authTokens.serviceAccountId))
    .where(
      and(
        eq(authTokens.workspaceId, member.workspaceId),
        eq(authTokens.userId, member.userId),
        isNotNull(authTokens.serviceAccountId),
        isNull(authTokens.trustRuleId),
        isActiveToken(now),
      ),
    )
    .orderBy(authTokens.id)
  return { invitations, shownTokens, trustRules: await listTrustRulesBy(db, member) }
}

/** Withdraws the member's open invitations and returns their addresses. */
export async function withdrawInvitationsBy(tx: Orm, member: MemberKey, now: Date): Promise<string[]> {
  const withdrawn = await tx
    .update(workspaceInvitations)
    .set({ withdrawnAt: now })
    .where(isInvitationBy(member))
    .returning({ email: workspaceInvitations.email })
  return withdrawn.map(({ email }) => email).toSorted()
}
