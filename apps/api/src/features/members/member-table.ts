import { sql } from 'drizzle-orm'
import { boolean, index, pgEnum, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, ulidColumn } from '../../db/columns.ts'
import { table } from '../../db/table.ts'
import { users } from '../account/user-table.ts'
import { workspaces } from '../workspaces/workspace-table.ts'

export const workspaceRole = pgEnum('workspace_role', ['OWNER', 'APPROVER', 'EDITOR'])

export const workspaceMembers = table('workspace_members', {
  columns: {
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
  people: { workspaceId: { deletedWith: workspaces }, userId: { deletedWith: users } },
  download: {
    memberships: {
      of: 'userId',
      columns: [
        'workspaceId',
        'workspaceName',
        'role',
        'isFavourite',
        'isHidden',
        'confirmedInstanceUrl',
        'joinedAt',
        'lastOpenedAt',
      ],
      orderBy: 'workspaceId',
      needsVerifiedEmail: true,
    },
  },
  indexes: (t) => [
    primaryKey({ columns: [t.workspaceId, t.userId] }),
    index('workspace_members_user_id').on(t.userId, t.workspaceId),
    uniqueIndex('workspace_members_one_owner').on(t.workspaceId).where(sql`${t.role} = 'OWNER'`),
    // Members who don't know their current role yet.
    index('workspace_members_role_mailed_at').on(t.roleMailedAt).where(sql`${t.mailedRole} <> ${t.role}`),
  ],
})
