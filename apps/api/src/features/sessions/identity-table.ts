import { boolean, index, pgEnum, text } from 'drizzle-orm/pg-core'
import { instant, ulidColumn } from '../../db/columns.ts'
import { table } from '../../db/table.ts'
import { users } from '../account/user-table.ts'

/**
 * `waiting`: the owner of the account has not approved the identity yet. `removed`: the owner has removed it. The row
 * stays, so that the identity cannot come back by its address. See docs/product/account.md#ways-to-sign-in.
 */
export const identityStatus = pgEnum('identity_status', ['linked', 'waiting', 'removed'])

/** The identities at the identity provider that sign in to a user. */
export const identities = table('identities', {
  columns: {
    subject: text('subject').primaryKey(),
    userId: ulidColumn('user_id')
      .notNull()
      .references(() => users.id),
    email: text('email').notNull(),
    isEmailVerified: boolean('is_email_verified').notNull(),
    createdAt: instant('created_at').notNull(),
    lastSignInAt: instant('last_sign_in_at').notNull(),
    status: identityStatus('status').notNull().default('linked'),
    removedAt: instant('removed_at'),
  },
  // Deleted last, because the erasure finds the addresses of the account here.
  people: { userId: { erasedBy: 'eraseAccount' } },
  download: { identities: { of: 'userId', columns: 'all', orderBy: 'createdAt', isShort: true } },
  indexes: (t) => [index('identities_user_id').on(t.userId)],
})
