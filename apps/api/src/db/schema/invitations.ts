import { sql } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { digest, instant, ulidColumn } from './columns.ts'
import { users } from './users.ts'
import { workspaceRole, workspaces } from './workspaces.ts'

/** Offers of membership to an address (RULES section 6). Open while none of the three ends is set. */
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
    index('workspace_invitations_invited_by_user_id').on(table.invitedByUserId),
  ],
)

/** The links of an invitation: each mail and each copied link has a code of its own. */
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

/** An offer to take a workspace over: at most one a workspace (RULES section 6). */
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
