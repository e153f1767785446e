import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { boolean, index, pgEnum, text } from 'drizzle-orm/pg-core'
import { instant, ulidColumn } from '../../db/columns.ts'
import { kept, table } from '../../db/table.ts'
import { users } from '../account/user-table.ts'

export const instanceEnvType = pgEnum('instance_env_type', ['SI', 'PRIVATE', 'LOCAL'])

/** Whether an earlier release stored the secret in plain text. */
export const hasPlainSecret = (token: SQLWrapper): SQL => sql`${token} <> '' and ${token} not like 'sealed:%'`

export const workspaces = table('workspaces', {
  columns: {
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
  people: {
    // The workspaces of an account are deleted with it, and removed before it is erased.
    creatorUserId: { erasedBy: 'removeWorkspace' },
    addressSetByUserId: kept,
    quarantinedByUserId: kept,
    deletedByUserId: { erasedBy: 'removeWorkspace' },
  },
  download: {
    ownedWorkspaces: {
      of: 'creatorUserId',
      columns: [
        'id',
        'displayName',
        'description',
        'instanceUrl',
        'instanceEnvType',
        'isApprovalsEnabled',
        'createdAt',
        'quarantinedAt',
        'deletedAt',
      ],
      needsVerifiedEmail: true,
    },
  },
  indexes: (t) => [
    index('workspaces_creator_user_id').on(t.creatorUserId),
    index('workspaces_quarantined_at').on(t.quarantinedAt).where(sql`${t.quarantinedAt} is not null`),
    // Staff search workspaces by the prefix of their name.
    index('workspaces_name_beginning').on(sql`lower(${t.displayName}) text_pattern_ops`),
    index('workspaces_deleted_at').on(t.deletedAt).where(sql`${t.deletedAt} is not null`),
    // The upkeep seals plain secrets. None are left after the upgrade.
    index('workspaces_plain_secret').on(t.id).where(hasPlainSecret(t.token)),
  ],
})
