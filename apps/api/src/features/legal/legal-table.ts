import { primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, ulidColumn } from '../../db/columns.ts'
import { table } from '../../db/table.ts'
import { users } from '../account/user-table.ts'

/** The terms that a user accepted, when and from where. The newest version is also stored on the user. */
export const tosAgreements = table('tos_agreements', {
  columns: {
    userId: ulidColumn('user_id')
      .notNull()
      .references(() => users.id),
    tosVersionId: text('tos_version_id').notNull(),
    agreedAt: instant('agreed_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
  },
  people: { userId: { deletedWith: users } },
  download: { agreements: { of: 'userId', columns: 'all', orderBy: 'agreedAt', isShort: true } },
  indexes: (t) => [primaryKey({ columns: [t.userId, t.tosVersionId] })],
})
