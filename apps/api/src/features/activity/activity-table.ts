import { bigint, boolean, index, text } from 'drizzle-orm/pg-core'
import { instant, ulidColumn } from '../../db/columns.ts'
import { table } from '../../db/table.ts'
import { users } from '../account/user-table.ts'
import { serviceAccounts } from '../service-accounts/service-account-table.ts'
import { workspaces } from '../workspaces/workspace-table.ts'

/** The activity log of workspaces: who did what, when and from where. Only a row's position changes later. */
export const workspaceActivity = table('workspace_activity', {
  columns: {
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
    /** The place in the workspace's events, from 1. Null until the events are read for the first time after the commit. */
    position: bigint('position', { mode: 'number' }),
    /** Whether the product acted by itself. */
    isAutomatic: boolean('is_automatic'),
  },
  people: {
    workspaceId: { deletedWith: workspaces },
    // The purge also erases the user's address from `subject`.
    actorUserId: {
      kept: 'The members of the workspace still see what was done.',
      emptiedWith: users,
      empties: ['ipAddress'],
    },
  },
  download: {
    activity: {
      of: 'actorUserId',
      columns: ['id', 'at', 'workspaceId', 'act', 'subject', 'ipAddress'],
      isNewestFirst: true,
    },
  },
  indexes: (t) => [
    index('workspace_activity_workspace_id').on(t.workspaceId, t.id),
    index('workspace_activity_actor_user_id').on(t.actorUserId, t.id),
    index('workspace_activity_position').on(t.workspaceId, t.position),
  ],
})
