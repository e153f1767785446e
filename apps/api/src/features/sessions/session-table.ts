import { boolean, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bytes, digest, instant, ulidColumn } from '../../db/columns.ts'
import { users } from '../account/user-table.ts'

/**
 * Portal sessions, and sessions of command-line tools. The token is stored only as a digest.
 * See docs/product/sessions.md#portal-sessions.
 */
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
     * The identity provider's access token, stored only if the profile cannot be read in another way. It is encrypted with
     * the session token, so that it cannot be decrypted from the database alone.
     */
    providerToken: bytes('provider_token'),
    /** The command-line tool that the session belongs to. Null for a browser. */
    clientId: text('client_id'),
    /** When the client's access token expires. Null for a browser, whose cookie lasts as long as the session. */
    accessExpiresAt: instant('access_expires_at'),
    userAgent: text('user_agent'),
    ipAddress: text('ip_address'),
    createdAt: instant('created_at').notNull(),
    /** When the user proved who they are at the identity provider (`auth_time`). Null for older sessions. */
    authenticatedAt: instant('authenticated_at'),
    lastSeenAt: instant('last_seen_at').notNull(),
    /** The absolute expiry, regardless of use. */
    expiresAt: instant('expires_at').notNull(),
    endedAt: instant('ended_at'),
  },
  (table) => [index('sessions_user_id').on(table.userId), index('sessions_expires_at').on(table.expiresAt)],
)

/** Sign-in attempts in progress. Each is bound to the browser that started it and can be completed only once. */
export const signInAttempts = pgTable(
  'sign_in_attempts',
  {
    stateHash: digest('state_hash').primaryKey(),
    browserHash: digest('browser_hash').notNull(),
    nonce: text('nonce').notNull(),
    codeVerifier: text('code_verifier').notNull(),
    /** The session that the user renews by signing in again. Null for an ordinary sign-in. */
    renewsSessionId: ulidColumn('renews_session_id'),
    /** Whether the user was asked for their credentials again before a question about an account. */
    isRepeated: boolean('is_repeated').notNull().default(false),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('sign_in_attempts_expires_at').on(table.expiresAt)],
)

/**
 * Browsers that have signed in to an account. The browser keeps a random cookie, and this table only a digest of the
 * cookie and the account, so that rows of two accounts cannot be linked. See docs/product/sessions.md#new-devices.
 */
export const signInDevices = pgTable(
  'sign_in_devices',
  {
    userId: ulidColumn('user_id')
      .notNull()
      .references(() => users.id),
    deviceHash: digest('device_hash').notNull(),
    lastSignInAt: instant('last_sign_in_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.deviceHash] }),
    index('sign_in_devices_last_sign_in_at').on(table.lastSignInAt),
  ],
)
