import { sql } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { digest, hasTypedDomain, instant, ulidColumn } from '../../db/columns.ts'
import { users } from '../account/user-table.ts'
import { workspaceRole, workspaces } from '../workspaces/workspace-table.ts'

/** Invitations to an email address. Pending until accepted, declined or withdrawn. See docs/product/invitations.md#lifetime. */
export const workspaceInvitations = pgTable(
  'workspace_invitations',
  {
    id: ulidColumn('id').primaryKey(),
    workspaceId: ulidColumn('workspace_id')
      .notNull()
      .references(() => workspaces.id),
    email: text('email').notNull(),
    emailKey: text('email_key').notNull(),
    role: workspaceRole('role').notNull(),
    invitedByUserId: ulidColumn('invited_by_user_id')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
    sentAt: instant('sent_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    acceptedAt: instant('accepted_at'),
    /** Null for an acceptance from before this was stored. The user may have another address by now. */
    acceptedByUserId: ulidColumn('accepted_by_user_id'),
    declinedAt: instant('declined_at'),
    withdrawnAt: instant('withdrawn_at'),
  },
  (table) => [
    uniqueIndex('workspace_invitations_one_open')
      .on(table.workspaceId, table.emailKey)
      .where(
        sql`${table.acceptedAt} is null and ${table.declinedAt} is null and ${table.withdrawnAt} is null`,
      ),
    index('workspace_invitations_email_key').on(table.emailKey),
    index('workspace_invitations_typed_domain').on(table.id).where(hasTypedDomain(table.emailKey)),
    index('workspace_invitations_invited_by_user_id').on(table.invitedByUserId),
  ],
)

/** The codes in the links of an invitation. Each mail and each copied link has a separate code. */
export const invitationCodes = pgTable(
  'invitation_codes',
  {
    codeHash: digest('code_hash').primaryKey(),
    invitationId: ulidColumn('invitation_id')
      .notNull()
      .references(() => workspaceInvitations.id),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('invitation_codes_invitation_id').on(table.invitationId)],
)

/** Ownership offers, at most one per workspace. See docs/product/ownership.md#offers. */
export const ownershipOffers = pgTable(
  'ownership_offers',
  {
    workspaceId: ulidColumn('workspace_id')
      .primaryKey()
      .references(() => workspaces.id),
    fromUserId: ulidColumn('from_user_id')
      .notNull()
      .references(() => users.id),
    toUserId: ulidColumn('to_user_id')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('ownership_offers_to_user_id').on(table.toUserId),
    index('ownership_offers_from_user_id').on(table.fromUserId),
  ],
)
