import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgEnum, pgTable, text } from 'drizzle-orm/pg-core'
import { instant, ulidColumn } from '../../db/columns.ts'
import { users } from '../account/user-table.ts'
import { serviceAccounts } from '../service-accounts/service-account-table.ts'
import { sessions } from '../sessions/session-table.ts'
import { workspaces } from '../workspaces/workspace-table.ts'

export const authTokenKind = pgEnum('auth_token_kind', ['instance', 'api'])

/**
 * Instance tokens and API tokens. A token's `jti` is the id of its row here, or, once it has been rotated, the id of one of
 * its rows in `auth_token_secrets`. The signed value is not stored.
 */
export const authTokens = pgTable(
  'auth_tokens',
  {
    id: ulidColumn('id').primaryKey(),
    kind: authTokenKind('kind').notNull(),
    /** The user that the token acts for. For a token of a service account, only the user who created it. */
    userId: ulidColumn('user_id')
      .notNull()
      .references(() => users.id),
    workspaceId: ulidColumn('workspace_id')
      .notNull()
      .references(() => workspaces.id),
    /** The portal session that an instance token was issued from and ends with. Null for API tokens. */
    sessionId: ulidColumn('session_id').references(() => sessions.id),
    /** The service account that the token acts for. Null for the tokens of users. */
    serviceAccountId: ulidColumn('service_account_id').references(() => serviceAccounts.id),
    /** The trust rule that issued the token. The token is revoked when the rule is deleted. */
    trustRuleId: ulidColumn('trust_rule_id'),
    /** `read` or `manage`. Fixed at creation. Only API tokens of users can be `manage`. */
    permission: text('permission', { enum: ['read', 'manage'] })
      .notNull()
      .default('read'),
    name: text('name').notNull(),
    createdAt: instant('created_at').notNull(),
    /** When the newest secret expires. */
    expiresAt: instant('expires_at').notNull(),
    /** Whether `auth_token_secrets` has the token's secrets. Until its first rotation the row is its own only secret. */
    isRotated: boolean('is_rotated').notNull().default(false),
    pausedUntil: instant('paused_until'),
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
    // Tokens of trust rules are issued to each run of a pipeline. The lists and counts of other tokens don't read them.
    index('auth_tokens_managed')
      .on(table.workspaceId, table.createdAt, table.id)
      .where(sql`${table.kind} = 'api' and ${table.trustRuleId} is null`),
    index('auth_tokens_active')
      .on(table.workspaceId, table.expiresAt)
      .where(sql`${table.kind} = 'api' and ${table.revokedAt} is null`),
    index('auth_tokens_trust_rule_id')
      .on(table.trustRuleId, table.expiresAt)
      .where(sql`${table.trustRuleId} is not null`),
    index('auth_tokens_active_of_service_account')
      .on(table.serviceAccountId, table.expiresAt)
      .where(sql`${table.serviceAccountId} is not null and ${table.revokedAt} is null`),
    index('auth_tokens_service_account_id')
      .on(table.serviceAccountId, table.lastUsedAt)
      .where(sql`${table.serviceAccountId} is not null`),
  ],
)

/** The secrets of a rotated API token by their `jti`: the newest one and those that it replaced. */
export const authTokenSecrets = pgTable(
  'auth_token_secrets',
  {
    id: ulidColumn('id').primaryKey(),
    tokenId: ulidColumn('token_id')
      .notNull()
      .references(() => authTokens.id, { onDelete: 'cascade' }),
    /** The user who rotated or moved the token and was shown this secret. Null if it was shown to the token's creator. */
    shownToUserId: ulidColumn('shown_to_user_id'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** When a newer secret replaces this one completely. Null for the newest secret. */
    retiresAt: instant('retires_at'),
    lastUsedAt: instant('last_used_at'),
    lastUsedIp: text('last_used_ip'),
  },
  (table) => [index('auth_token_secrets_token_id').on(table.tokenId, table.createdAt)],
)

/** The uses of an API token that were refused during a pause. */
export const authTokenRefusals = pgTable(
  'auth_token_refusals',
  {
    id: ulidColumn('id').primaryKey(),
    tokenId: ulidColumn('token_id')
      .notNull()
      .references(() => authTokens.id, { onDelete: 'cascade' }),
    at: instant('at').notNull(),
    ipAddress: text('ip_address').notNull(),
    userAgent: text('user_agent'),
    /** Method and path pattern, such as `GET /whoami`. */
    call: text('call').notNull(),
  },
  (table) => [index('auth_token_refusals_token_id').on(table.tokenId, table.at, table.id)],
)
