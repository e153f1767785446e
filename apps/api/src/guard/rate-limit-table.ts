import { index, integer, text } from 'drizzle-orm/pg-core'
import { instant } from '../db/columns.ts'
import { table } from '../db/table.ts'

/** Counts of rate-limited calls per account or address in the window that ends at `expire`. */
export const rateLimitCounts = table('rate_limits', {
  columns: {
    key: text('key').primaryKey(),
    points: integer('points').notNull(),
    expire: instant('expire'),
  },
  people: {},
  notDownloaded: 'It has only counts, which expire within a day.',
  ends: { at: 'expire' },
  indexes: (t) => [index('rate_limits_expire').on(t.expire)],
})
