import { sql } from 'drizzle-orm'
import { index, integer, pgEnum, pgTable, text } from 'drizzle-orm/pg-core'
import { instant, ulidColumn } from './columns.ts'
import { sessions } from './sessions.ts'
import { users } from './users.ts'
import { workspaces } from './workspaces.ts'

export const authTokenKind = pgEnum('auth_token_kind', ['instance', 'api'])

/** All signed tokens by their `jti`. The token itself is not stored. */
export const authTokens = pgTable(
  'auth_tokens',
  {
    id: ulidColumn('id').primaryKey(),
    kind: authTokenKind('kind').notNull(),
    userId: ulidColumn('user_id')
      .notNull()
      .references(() => users.id),
    workspaceId: ulidColumn('workspace_id')
      .notNull()
      .references(() => workspaces.id),
    /** The portal session that an instance token was issued from and ends with. Null for API tokens. */
    sessionId: ulidColumn('session_id').references(() => sessions.id),
    name: text('name').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
    revokedByUserId: ulidColumn('revoked_by_user_id'),
    lastUsedAt: instant('last_used_at'),
    lastUsedIp: text('last_used_ip'),
    /** The last expiry notice that was sent, in days before expiry (30, 7 or 1). */
    noticedDays: integer('noticed_days'),
  },
  (table) => [
    index('auth_tokens_workspace_id').on(table.workspaceId, table.kind, table.createdAt, table.id),
    index('auth_tokens_user_id').on(table.userId),
    index('auth_tokens_session_id').on(table.sessionId),
    index('auth_tokens_expires_at')
      .on(table.expiresAt)
      .where(sql`${table.kind} = 'api' and ${table.revokedAt} is null`),
  ],
)
