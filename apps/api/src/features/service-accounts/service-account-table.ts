import { sql } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, ulidColumn } from '../../db/columns.ts'
import { users } from '../account/user-table.ts'
import { workspaces } from '../workspaces/workspace-table.ts'

/** Identities of automation. They belong to a workspace and end with it, not with their creator. */
export const serviceAccounts = pgTable(
  'service_accounts',
  {
    id: ulidColumn('id').primaryKey(),
    workspaceId: ulidColumn('workspace_id')
      .notNull()
      .references(() => workspaces.id),
    name: text('name').notNull(),
    /** The name in lower case. Unique among the workspace's service accounts that are not deleted. */
    nameKey: text('name_key').notNull(),
    description: text('description'),
    createdByUserId: ulidColumn('created_by_user_id')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
    disabledAt: instant('disabled_at'),
    /** Revoked tokens and the activity log keep referring to a deleted service account. */
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    uniqueIndex('service_accounts_name_key')
      .on(table.workspaceId, table.nameKey)
      .where(sql`${table.deletedAt} is null`),
    index('service_accounts_workspace_id').on(table.workspaceId),
  ],
)
