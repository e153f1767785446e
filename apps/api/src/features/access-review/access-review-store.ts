/** Reads what an access review covers. Each kind is read by one statement with a limit, ordered by id. */
import type { ReviewedKind } from '@portal/contract/access-review/access-review'
import type { WorkspaceRole } from '@portal/contract/members/roles'
import type { TokenPermission } from '@portal/contract/tokens/token-schemas'
import { and, eq, gt, isNull, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Orm } from '../../db/database.ts'
import { users } from '../account/user-table.ts'
import { isOpen } from '../invitations/invitation-store.ts'
import { workspaceInvitations } from '../invitations/invitation-table.ts'
import { workspaceMembers } from '../members/member-table.ts'
import { lastUseOfServiceAccount } from '../service-accounts/service-account-store.ts'
import { serviceAccounts } from '../service-accounts/service-account-table.ts'
import { authTokens } from '../tokens/token-table.ts'
import { trustRules } from '../trust-rules/trust-rule-table.ts'
import { isConfirmed, lastDelivery } from '../webhooks/webhook-store.ts'
import { webhooks } from '../webhooks/webhook-table.ts'

/** A row of the database. Columns that its kind doesn't have are missing. */
export interface ReviewedRow<Kind extends ReviewedKind = ReviewedKind> {
  kind: Kind
  id: string
  name: string | null
  firstName?: string | null
  lastName?: string | null
  userId?: string
  email?: string
  /** Who created it, or sent the invitation. Their account exists as long as the row. */
  creatorUserId?: string
  creatorEmail?: string
  role?: WorkspaceRole
  permission?: TokenPermission
  serviceAccountId?: string | null
  serviceAccountName?: string | null
  createdAt: Date
  lastUsedAt: Date | null
  lastUsedIp?: string | null
  expiresAt?: Date
  disabledAt?: Date | null
  pausedUntil?: Date | null
  learningUntil?: Date | null
  disabledReason?: string | null
  failingSince?: Date | null
  isConfirmed?: boolean
}

/** A page of one kind. */
export interface ReviewedPage {
  workspaceId: string
  now: Date
  /** Only rows with a greater id. Empty for the first page. */
  afterId: string
  limit: number
}

const kind = <Kind extends ReviewedKind>(name: Kind) => sql<Kind>`${name}::text`

export const selectMembers = (db: Orm, { workspaceId, afterId, limit }: ReviewedPage) =>
  db
    .select({
      kind: kind('member'),
      id: workspaceMembers.userId,
      name: sql<string | null>`null`,
      firstName: users.firstName,
      lastName: users.lastName,
      userId: users.id,
      email: users.email,
      role: workspaceMembers.role,
      createdAt: workspaceMembers.joinedAt,
      lastUsedAt: workspaceMembers.lastOpenedAt,
    })
    .from(workspaceMembers)
    .innerJoin(users, eq(users.id, workspaceMembers.userId))
    .where(and(eq(workspaceMembers.workspaceId, workspaceId), gt(workspaceMembers.userId, afterId)))
    .orderBy(workspaceMembers.userId)
    .limit(limit)

const member = alias(users, 'member')

/** Selects the member who has the address of the selected invitation. */
const memberWithAddress = (db: Orm) =>
  db
    .select({ one: sql`1` })
    .from(workspaceMembers)
    .innerJoin(member, eq(member.id, workspaceMembers.userId))
    .where(
      and(
        eq(workspaceMembers.workspaceId, workspaceInvitations.workspaceId),
        eq(member.emailKey, workspaceInvitations.emailKey),
      ),
    )

/** Invitations that are open or have expired, which can be resent. Leaves out addresses that a member has by now, as the list of members does. */
const selectInvitations = (db: Orm, { workspaceId, afterId, limit }: ReviewedPage) =>
  db
    .select({
      kind: kind('invitation'),
      id: workspaceInvitations.id,
      name: sql<string | null>`null`,
      email: workspaceInvitations.email,
      role: workspaceInvitations.role,
      creatorUserId: users.id,
      creatorEmail: users.email,
      createdAt: workspaceInvitations.sentAt,
      lastUsedAt: sql<Date | null>`null`,
      expiresAt: workspaceInvitations.expiresAt,
    })
    .from(workspaceInvitations)
    .innerJoin(users, eq(users.id, workspaceInvitations.invitedByUserId))
    .where(
      and(
        eq(workspaceInvitations.workspaceId, workspaceId),
        isOpen,
        gt(workspaceInvitations.id, afterId),
        notExists(memberWithAddress(db)),
      ),
    )
    .orderBy(workspaceInvitations.id)
    .limit(limit)

export const selectServiceAccounts = (db: Orm, { workspaceId, afterId, limit }: ReviewedPage) =>
  db
    .select({
      kind: kind('serviceAccount'),
      id: serviceAccounts.id,
      name: serviceAccounts.name,
      creatorUserId: users.id,
      creatorEmail: users.email,
      createdAt: serviceAccounts.createdAt,
      lastUsedAt: lastUseOfServiceAccount,
      disabledAt: serviceAccounts.disabledAt,
    })
    .from(serviceAccounts)
    .innerJoin(users, eq(users.id, serviceAccounts.createdByUserId))
    .where(
      and(
        eq(serviceAccounts.workspaceId, workspaceId),
        isNull(serviceAccounts.deletedAt),
        gt(serviceAccounts.id, afterId),
      ),
    )
    .orderBy(serviceAccounts.id)
    .limit(limit)

/** Leaves out tokens that trust rules issued for the run of a pipeline. The rules are listed instead. */
export const selectTokens = (db: Orm, { workspaceId, now, afterId, limit }: ReviewedPage) =>
  db
    .select({
      kind: kind('token'),
      id: authTokens.id,
      name: authTokens.name,
      permission: authTokens.permission,
      userId: users.id,
      email: users.email,
      creatorUserId: users.id,
      creatorEmail: users.email,
      serviceAccountId: serviceAccounts.id,
      serviceAccountName: serviceAccounts.name,
      createdAt: authTokens.createdAt,
      lastUsedAt: authTokens.lastUsedAt,
      lastUsedIp: authTokens.lastUsedIp,
      expiresAt: authTokens.expiresAt,
      disabledAt: serviceAccounts.disabledAt,
      pausedUntil: authTokens.pausedUntil,
    })
    .from(authTokens)
    .innerJoin(users, eq(users.id, authTokens.userId))
    .leftJoin(serviceAccounts, eq(serviceAccounts.id, authTokens.serviceAccountId))
    .where(
      and(
        eq(authTokens.workspaceId, workspaceId),
        eq(authTokens.kind, 'api'),
        isNull(authTokens.revokedAt),
        isNull(authTokens.trustRuleId),
        gt(authTokens.expiresAt, now),
        gt(authTokens.id, afterId),
      ),
    )
    .orderBy(authTokens.id)
    .limit(limit)

export const selectTrustRules = (db: Orm, { workspaceId, afterId, limit }: ReviewedPage) =>
  db
    .select({
      kind: kind('trustRule'),
      id: trustRules.id,
      name: trustRules.name,
      serviceAccountId: serviceAccounts.id,
      serviceAccountName: serviceAccounts.name,
      creatorUserId: users.id,
      creatorEmail: users.email,
      createdAt: trustRules.createdAt,
      lastUsedAt: trustRules.lastUsedAt,
      disabledAt: serviceAccounts.disabledAt,
      learningUntil: trustRules.learningUntil,
    })
    .from(trustRules)
    .innerJoin(serviceAccounts, eq(serviceAccounts.id, trustRules.serviceAccountId))
    .innerJoin(users, eq(users.id, trustRules.createdByUserId))
    .where(
      and(
        eq(trustRules.workspaceId, workspaceId),
        isNull(serviceAccounts.deletedAt),
        gt(trustRules.id, afterId),
      ),
    )
    .orderBy(trustRules.id)
    .limit(limit)

/** Named by their host, because the path of a URL can contain a secret. */
export const selectWebhooks = (db: Orm, { workspaceId, afterId, limit }: ReviewedPage) =>
  db
    .select({
      kind: kind('webhook'),
      id: webhooks.id,
      name: sql<string>`concat_ws(': ', split_part(${webhooks.url}, '/', 3), ${webhooks.description})`,
      creatorUserId: users.id,
      creatorEmail: users.email,
      createdAt: webhooks.createdAt,
      lastUsedAt: lastDelivery,
      disabledAt: webhooks.disabledAt,
      disabledReason: webhooks.disabledReason,
      failingSince: webhooks.failingSince,
      isConfirmed,
    })
    .from(webhooks)
    .innerJoin(users, eq(users.id, webhooks.createdByUserId))
    .where(and(eq(webhooks.workspaceId, workspaceId), gt(webhooks.id, afterId)))
    .orderBy(webhooks.id)
    .limit(limit)

type Readers = { [Kind in ReviewedKind]: (db: Orm, page: ReviewedPage) => PromiseLike<ReviewedRow<Kind>[]> }

const readers: Readers = {
  member: selectMembers,
  invitation: selectInvitations,
  serviceAccount: selectServiceAccounts,
  token: selectTokens,
  trustRule: selectTrustRules,
  webhook: selectWebhooks,
}

export const readReviewed = <Kind extends ReviewedKind>(db: Orm, of: Kind, page: ReviewedPage) =>
  readers[of](db, page)
