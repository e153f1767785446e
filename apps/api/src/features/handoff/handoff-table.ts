import { index, text } from 'drizzle-orm/pg-core'
import { digest, instant, ulidColumn } from '../../db/columns.ts'
import { table } from '../../db/table.ts'
import { users } from '../account/user-table.ts'
import { sessions } from '../sessions/session-table.ts'
import { workspaces } from '../workspaces/workspace-table.ts'

/** One-time codes that open a workspace on its instance. They are valid for 60 seconds and can be redeemed once. */
export const handoffCodes = table('handoff_codes', {
  columns: {
    codeHash: digest('code_hash').primaryKey(),
    userId: ulidColumn('user_id')
      .notNull()
      .references(() => users.id),
    workspaceId: ulidColumn('workspace_id')
      .notNull()
      .references(() => workspaces.id),
    sessionId: ulidColumn('session_id')
      .notNull()
      .references(() => sessions.id),
    /** The instance that the code was sent to. The code is invalid once the workspace's URL has changed. */
    instanceUrl: text('instance_url').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** The token that the code was redeemed for. Null until it is redeemed. */
    tokenId: ulidColumn('token_id'),
    /** When the code was reused after its redemption, which revokes its token. */
    reusedAt: instant('reused_at'),
  },
  people: {
    userId: { deletedWith: users },
    workspaceId: { deletedWith: workspaces },
    sessionId: { deletedWith: sessions },
  },
  notDownloaded: 'It expires within a minute.',
  ends: { at: 'expiresAt' },
  indexes: (t) => [index('handoff_codes_expires_at').on(t.expiresAt)],
})
