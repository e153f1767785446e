import { index, text } from 'drizzle-orm/pg-core'
import { digest, instant, ulidColumn } from '../../db/columns.ts'
import { table } from '../../db/table.ts'
import { sessions } from '../sessions/session-table.ts'

/** Sign-ins of command-line tools that wait for approval. See docs/product/command-line.md#device-codes. */
export const deviceCodes = table('device_codes', {
  columns: {
    codeHash: digest('code_hash').primaryKey(),
    /** The code that the user types, without its dash. */
    userCode: text('user_code').notNull().unique(),
    clientId: text('client_id').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    deniedAt: instant('denied_at'),
    /** Set when the user approves. It is the session that the client's tokens belong to. */
    sessionId: ulidColumn('session_id').references(() => sessions.id, { onDelete: 'cascade' }),
    consumedAt: instant('consumed_at'),
  },
  people: { sessionId: { deletedWith: sessions } },
  notDownloaded: 'It expires within minutes.',
  ends: { at: 'expiresAt' },
  indexes: (t) => [
    index('device_codes_expires_at').on(t.expiresAt),
    index('device_codes_session_id').on(t.sessionId),
  ],
})

/** Refresh tokens of command-line tools. Used tokens are kept, so that reuse is detected. */
export const refreshTokens = table('refresh_tokens', {
  columns: {
    tokenHash: digest('token_hash').primaryKey(),
    sessionId: ulidColumn('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  people: { sessionId: { deletedWith: sessions } },
  notDownloaded: 'It has only digests of secrets, and dates.',
  indexes: (t) => [index('refresh_tokens_session_id').on(t.sessionId)],
})
