import { index, jsonb, primaryKey, text } from 'drizzle-orm/pg-core'
import { digest, instant, ulidColumn } from '../db/columns.ts'
import { table } from '../db/table.ts'
import { users } from '../features/account/user-table.ts'

export const keyLifetimeDays = 1

/** Creations that were made with an idempotency key, for a day. See docs/product/errors.md#repeated-requests. */
export const idempotencyKeys = table('idempotency_keys', {
  columns: {
    userId: ulidColumn('user_id').notNull(),
    key: text('key').notNull(),
    /** Hash of the call and its input. Using the key for a different request is refused. */
    requestHash: digest('request_hash').notNull(),
    /** What the creation returned, without secrets. */
    result: jsonb('result'),
    createdAt: instant('created_at').notNull(),
  },
  people: { userId: { deletedWith: users } },
  notDownloaded: 'It is deleted after a day, and what it created is in the download.',
  ends: { at: 'createdAt', days: keyLifetimeDays },
  indexes: (t) => [
    primaryKey({ columns: [t.userId, t.key] }),
    index('idempotency_keys_created_at').on(t.createdAt),
  ],
})
