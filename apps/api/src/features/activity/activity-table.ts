import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instant, ulidColumn } from '../../db/columns.ts'
import { serviceAccounts } from '../service-accounts/service-account-table.ts'
import { workspaces } from '../workspaces/workspace-table.ts'

/** The activity log of workspaces: who did what, when and from where. Append-only. */
export const workspaceActivity = pgTable(
  'workspace_activity',
  {
    id: ulidColumn('id').primaryKey(),
    workspaceId: ulidColumn('workspace_id')
      .notNull()
      .references(() => workspaces.id),
    actorUserId: ulidColumn('actor_user_id'),
    /** Set when a service account acted. */
    actorServiceAccountId: ulidColumn('actor_service_account_id').references(() => serviceAccounts.id),
    /** The name of the API token with which the actor acted, as it was then. */
    actorTokenName: text('actor_token_name'),
    act: text('act').notNull(),
    /** The object of the action as text, such as a name or email address. */
    subject: text('subject'),
    ipAddress: text('ip_address'),
    at: instant('at').notNull(),
  },
  (table) => [
    index('workspace_activity_workspace_id').on(table.workspaceId, table.id),
    index('workspace_activity_actor_user_id').on(table.actorUserId, table.id),
  ],
)

/** The look-ups and actions of staff: who, what, about whom, before, after and why. See docs/product/staff.md#records. */
export const staffRecords = pgTable(
  'staff_records',
  {
    id: ulidColumn('id').primaryKey(),
    staffUserId: ulidColumn('staff_user_id').notNull(),
    act: text('act').notNull(),
    aboutUserId: ulidColumn('about_user_id'),
    aboutWorkspaceId: ulidColumn('about_workspace_id'),
    /** The look-up that this record withholds from the user it is about. */
    aboutRecordId: ulidColumn('about_record_id'),
    before: jsonb('before'),
    after: jsonb('after'),
    reason: text('reason'),
    ipAddress: text('ip_address'),
    at: instant('at').notNull(),
  },
  (table) => [
    index('staff_records_about_user_id').on(table.aboutUserId, table.id),
    index('staff_records_about_workspace_id').on(table.aboutWorkspaceId, table.id),
    index('staff_records_about_record_id').on(table.aboutRecordId),
    index('staff_records_staff_user_id').on(table.staffUserId, table.id),
  ],
)
