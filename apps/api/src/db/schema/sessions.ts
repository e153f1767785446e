import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { bytes, digest, instant, ulidColumn } from './columns.ts'
import { users } from './users.ts'

/** Portal sessions: the cookie's 32 random bytes are kept as a digest only (RULES section 3). */
export const sessions = pgTable(
  'sessions',
  {
    id: ulidColumn('id').primaryKey(),
    tokenHash: digest('token_hash').notNull().unique(),
    userId: ulidColumn('user_id')
      .notNull()
      .references(() => users.id),
    /** The identity that signed in. */
    subject: text('subject').notNull(),
    /**
     * The provider's access token, only where its profile can be read in no other way; encrypted under the session's
     * own secret, so that the database alone does not open it.
     */
    providerToken: bytes('provider_token'),
    userAgent: text('user_agent'),
    ipAddress: text('ip_address'),
    createdAt: instant('created_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    /** The absolute end. */
    expiresAt: instant('expires_at').notNull(),
    endedAt: instant('ended_at'),
  },
  (table) => [index('sessions_user_id').on(table.userId), index('sessions_expires_at').on(table.expiresAt)],
)

/** Sign-ins under way, each bound to the browser that began it; taken once (RULES section 3). */
export const signInAttempts = pgTable(
  'sign_in_attempts',
  {
    stateHash: digest('state_hash').primaryKey(),
    browserHash: digest('browser_hash').notNull(),
    nonce: text('nonce').notNull(),
    codeVerifier: text('code_verifier').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('sign_in_attempts_expires_at').on(table.expiresAt)],
)
