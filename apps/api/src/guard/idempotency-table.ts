import { index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { digest, instant, ulidColumn } from '../db/columns.ts'

/** Creations that were made with an idempotency key, for a day. See docs/product/errors.md#repeated-requests. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: ulidColumn('user_id').notNull(),
    key: text('key').notNull(),
    /** Hash of the call and its input. Using the key for a different request is refused. */
    requestHash: digest('request_hash').notNull(),
    /** What the creation returned, without secrets. */
    result: jsonb('result'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.key] }),
    index('idempotency_keys_created_at').on(table.createdAt),
  ],
)
