import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { boolean, index, pgEnum, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { digest, instant, ulidColumn } from '../../db/columns.ts'
import { users } from '../account/user-table.ts'
import { sessions } from '../sessions/session-table.ts'

export const instanceEnvType = pgEnum('instance_env_type', ['SI', 'PRIVATE', 'LOCAL'])
export const workspaceRole = pgEnum('workspace_role', ['OWNER', 'APPROVER', 'EDITOR'])

/** Whether an earlier release stored the secret in plain text. */
export const hasPlainSecret = (token: SQLWrapper): SQL => sql`${token} <> '' and ${token} not like 'sealed:%'`

export const workspaces = pgTable(
  'workspaces',
  {
    id: ulidColumn('id').primaryKey(),
    displayName: text('display_name').notNull(),
    description: text('description'),
    instanceUrl: text('instance_url').notNull(),
    instanceEnvType: instanceEnvType('instance_env_type').notNull(),
    isApprovalsEnabled: boolean('is_approvals_enabled').notNull().default(false),
    /** The owner. Responses call the owner the creator, also after a transfer of ownership. */
    creatorUserId: ulidColumn('creator_user_id')
      .notNull()
      .references(() => users.id),
    /** The user who set the URL, if it is not the owner. This user doesn't need to confirm it. */
    addressSetByUserId: ulidColumn('address_set_by_user_id'),
    /**
     * The sealed workspace secret, which is sent only to the instance, in the hand-off. Empty if there is none yet. See
     * docs/product/hand-off.md#the-workspaces-secret.
     */
    token: text('token').notNull(),
    createdAt: instant('created_at').notNull(),
    quarantinedAt: instant('quarantined_at'),
    quarantineReason: text('quarantine_reason'),
    quarantinedUntil: instant('quarantined_until'),
    quarantinedByUserId: ulidColumn('quarantined_by_user_id'),
    deletedAt: instant('deleted_at'),
    deletedByUserId: ulidColumn('deleted_by_user_id'),
  },
  (table) => [
    index('workspaces_creator_user_id').on(table.creatorUserId),
    index('workspaces_quarantined_at').on(table.quarantinedAt).where(sql`${table.quarantinedAt} is not null`),
    // Staff search workspaces by the prefix of their name.
    index('workspaces_name_beginning').on(sql`lower(${table.displayName}) text_pattern_ops`),
    index('workspaces_deleted_at').on(table.deletedAt).where(sql`${table.deletedAt} is not null`),
    // The upkeep seals plain secrets. None are left after the upgrade.
    index('workspaces_plain_secret').on(table.id).where(hasPlainSecret(table.token)),
  ],
)

export const workspaceMembers = pgTable(
  'workspace_members',
  {
    workspaceId: ulidColumn('workspace_id')
      .notNull()
      .references(() => workspaces.id),
    userId: ulidColumn('user_id')
      .notNull()
      .references(() => users.id),
    role: workspaceRole('role').notNull(),
    /** Personal to this member. */
    isFavourite: boolean('is_favourite').notNull().default(false),
    isHidden: boolean('is_hidden').notNull().default(false),
    /** The remote URL that the member confirmed. See docs/product/hand-off.md#remote-addresses. */
    confirmedInstanceUrl: text('confirmed_instance_url'),
    joinedAt: instant('joined_at').notNull(),
    lastOpenedAt: instant('last_opened_at'),
    /** The role in the last mail about a changed role, and when it was sent. Null if there was none. */
    mailedRole: workspaceRole('mailed_role'),
    roleMailedAt: instant('role_mailed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.userId] }),
    index('workspace_members_user_id').on(table.userId, table.workspaceId),
    uniqueIndex('workspace_members_one_owner').on(table.workspaceId).where(sql`${table.role} = 'OWNER'`),
    // Members who don't know their current role yet.
    index('workspace_members_role_mailed_at')
      .on(table.roleMailedAt)
      .where(sql`${table.mailedRole} <> ${table.role}`),
  ],
)

/** One-time codes that open a workspace on its instance. They are valid for 60 seconds and can be redeemed once. */
export const handoffCodes = pgTable(
  'handoff_codes',
  {
    codeHash: digest('code_hash').primaryKey(),
    userId: ulidColumn('user_id')
      .notNull()
      .references(() => users.id),
    workspaceId: ulidColumn('workspace_id')
      .notNull()
      .references(() => workspaces.id),
    sessionId: ulidColumn('session_id')
      .notNull()
      .references(() => sessions.id),
    /** The instance that the code was sent to. The code is invalid once the workspace's URL has changed. */
    instanceUrl: text('instance_url').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** The token that the code was redeemed for. Null until it is redeemed. */
    tokenId: ulidColumn('token_id'),
    /** When the code was reused after its redemption, which revokes its token. */
    reusedAt: instant('reused_at'),
  },
  (table) => [index('handoff_codes_expires_at').on(table.expiresAt)],
)
