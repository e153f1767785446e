import { index, jsonb, text } from 'drizzle-orm/pg-core'
import { instant, ulidColumn } from '../../../db/columns.ts'
import { table } from '../../../db/table.ts'
import { users } from '../../account/user-table.ts'
import { workspaces } from '../../workspaces/workspace-table.ts'

const actedReason = 'The record shows that staff acted.'

/** The look-ups and actions of staff: who, what, about whom, before, after and why. See docs/product/staff.md#records. */
export const staffRecords = table('staff_records', {
  columns: {
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
  people: {
    staffUserId: { kept: actedReason, emptiedWith: users, empties: ['ipAddress'] },
    aboutUserId: { kept: actedReason, emptiedWith: users, empties: ['before', 'after', 'reason'] },
    aboutWorkspaceId: {
      kept: actedReason,
      emptiedWith: workspaces,
      empties: ['before', 'after', 'reason'],
    },
  },
  download: { staffRecords: 'explicit' },
  indexes: (t) => [
    index('staff_records_about_user_id').on(t.aboutUserId, t.id),
    index('staff_records_about_workspace_id').on(t.aboutWorkspaceId, t.id),
    index('staff_records_about_record_id').on(t.aboutRecordId),
    index('staff_records_staff_user_id').on(t.staffUserId, t.id),
  ],
})
