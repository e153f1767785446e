import { restorableDays } from '@portal/contract/limits'
import { index, text } from 'drizzle-orm/pg-core'
import { bytes, digest, instant, ulidColumn } from '../../db/columns.ts'
import { table } from '../../db/table.ts'
import { users } from '../account/user-table.ts'

/**
 * Portal sessions, and sessions of command-line tools. The token is stored only as a digest.
 * See docs/product/sessions.md#portal-sessions.
 */
export const sessions = table('sessions', {
  columns: {
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
  people: { userId: { deletedWith: users } },
  download: {
    sessions: {
      of: 'userId',
      columns: [
        'id',
        'subject',
        'clientId',
        'userAgent',
        'ipAddress',
        'createdAt',
        'authenticatedAt',
        'lastSeenAt',
        'expiresAt',
        'endedAt',
      ],
      isNewestFirst: true,
    },
  },
  ends: { at: 'expiresAt', days: restorableDays },
  indexes: (t) => [index('sessions_user_id').on(t.userId), index('sessions_expires_at').on(t.expiresAt)],
})
