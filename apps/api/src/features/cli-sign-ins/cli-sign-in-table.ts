import { index } from 'drizzle-orm/pg-core'
import { bytes, digest, instant, ulidColumn } from '../../db/columns.ts'
import { table } from '../../db/table.ts'
import { sessions } from '../sessions/session-table.ts'

/** Tokens that the `si` CLI fetches once after the user's approval. Each is encrypted with its nonce. */
export const cliNonces = table('cli_nonces', {
  columns: {
    nonceHash: digest('nonce_hash').primaryKey(),
    sealedToken: bytes('sealed_token').notNull(),
    sessionId: ulidColumn('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
  },
  people: { sessionId: { deletedWith: sessions } },
  notDownloaded: 'It expires within minutes.',
  ends: { at: 'expiresAt' },
  indexes: (t) => [
    index('cli_nonces_expires_at').on(t.expiresAt),
    index('cli_nonces_session_id').on(t.sessionId),
  ],
})
