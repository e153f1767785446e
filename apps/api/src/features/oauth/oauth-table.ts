import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { bytes, digest, instant, ulidColumn } from '../../db/columns.ts'
import { sessions } from '../sessions/session-table.ts'

/** Sign-ins of command-line tools that wait for approval. See docs/product/command-line.md#device-codes. */
export const deviceCodes = pgTable(
  'device_codes',
  {
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
  (table) => [
    index('device_codes_expires_at').on(table.expiresAt),
    index('device_codes_session_id').on(table.sessionId),
  ],
)

/** Refresh tokens of command-line tools. Used tokens are kept, so that reuse is detected. */
export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    tokenHash: digest('token_hash').primaryKey(),
    sessionId: ulidColumn('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [index('refresh_tokens_session_id').on(table.sessionId)],
)

/** Tokens that the `si` CLI fetches once after the user's approval. Each is encrypted with its nonce. */
export const cliNonces = pgTable(
  'cli_nonces',
  {
    nonceHash: digest('nonce_hash').primaryKey(),
    sealedToken: bytes('sealed_token').notNull(),
    sessionId: ulidColumn('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('cli_nonces_expires_at').on(table.expiresAt),
    index('cli_nonces_session_id').on(table.sessionId),
  ],
)
