import { deviceLifetimeDays } from '@portal/contract/limits'
import { sql } from 'drizzle-orm'
import { boolean, index, primaryKey, text } from 'drizzle-orm/pg-core'
import { digest, instant, ulidColumn } from '../../db/columns.ts'
import { table } from '../../db/table.ts'
import { users } from '../account/user-table.ts'

/** Sign-in attempts in progress. Each is bound to the browser that started it and can be completed only once. */
export const signInAttempts = table('sign_in_attempts', {
  columns: {
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
  people: {},
  notDownloaded: 'It expires within minutes.',
  ends: { at: 'expiresAt' },
  indexes: (t) => [index('sign_in_attempts_expires_at').on(t.expiresAt)],
})

/**
 * Browsers that have signed in to an account. The browser keeps a random cookie, and this table only a digest of the
 * cookie and the account, so that rows of two accounts cannot be linked. See docs/product/sessions.md#new-devices.
 */
export const signInDevices = table('sign_in_devices', {
  columns: {
    userId: ulidColumn('user_id')
      .notNull()
      .references(() => users.id),
    deviceHash: digest('device_hash').notNull(),
    lastSignInAt: instant('last_sign_in_at').notNull(),
  },
  people: { userId: { deletedWith: users } },
  // Without the digest that recognizes the browser.
  download: {
    devices: {
      of: 'userId',
      columns: ['lastSignInAt'],
      orderBy: 'lastSignInAt',
      isNewestFirst: true,
      isShort: true,
    },
  },
  ends: {
    at: 'lastSignInAt',
    days: deviceLifetimeDays,
    // The last device of an account stays, so that a sign-in from another one is still noticed after a long absence.
    where: ({ userId, lastSignInAt, deviceHash }) => sql`exists (
      select from sign_in_devices newer where newer.user_id = ${userId}
      and (newer.last_sign_in_at, newer.device_hash) > (${lastSignInAt}, ${deviceHash}))`,
  },
  indexes: (t) => [
    primaryKey({ columns: [t.userId, t.deviceHash] }),
    index('sign_in_devices_last_sign_in_at').on(t.lastSignInAt),
  ],
})
