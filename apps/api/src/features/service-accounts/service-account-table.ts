import { sql } from 'drizzle-orm'
import { index, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, ulidColumn } from '../../db/columns.ts'
import { kept, table } from '../../db/table.ts'
import { users } from '../account/user-table.ts'
import { workspaces } from '../workspaces/workspace-table.ts'

/** Identities of automation. They belong to a workspace and end with it, not with their creator. */
export const serviceAccounts = table('service_accounts', {
  columns: {
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
  people: { workspaceId: { deletedWith: workspaces }, createdByUserId: kept },
  download: {
    serviceAccounts: {
      of: 'createdByUserId',
      columns: ['id', 'workspaceId', 'name', 'description', 'createdAt', 'disabledAt', 'deletedAt'],
    },
  },
  indexes: (t) => [
    uniqueIndex('service_accounts_name_key').on(t.workspaceId, t.nameKey).where(sql`${t.deletedAt} is null`),
    index('service_accounts_workspace_id').on(t.workspaceId),
  ],
})
