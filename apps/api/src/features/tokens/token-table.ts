import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgEnum, text } from 'drizzle-orm/pg-core'
import { instant, ulidColumn } from '../../db/columns.ts'
import { kept, table } from '../../db/table.ts'
import { users } from '../account/user-table.ts'
import { serviceAccounts } from '../service-accounts/service-account-table.ts'
import { sessions } from '../sessions/session-table.ts'
import { workspaces } from '../workspaces/workspace-table.ts'

export const authTokenKind = pgEnum('auth_token_kind', ['instance', 'api'])

/**
 * Instance tokens and API tokens. A token's `jti` is the id of its row here, or, once it has been rotated, the id of one of
 * its rows in `auth_token_secrets`. The signed value is not stored.
 */
export const authTokens = table('auth_tokens', {
  columns: {
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
  people: {
    // A token of a service account stays with its workspace.
    userId: { deletedWith: users, unless: 'serviceAccountId', ...kept },
    workspaceId: { deletedWith: workspaces },
    sessionId: { deletedWith: sessions },
    revokedByUserId: kept,
  },
  download: {
    tokens: {
      of: 'userId',
      columns: [
        'id',
        'kind',
        'workspaceId',
        'serviceAccountId',
        'name',
        'createdAt',
        'expiresAt',
        'revokedAt',
        'lastUsedAt',
        'lastUsedIp',
      ],
    },
  },
  // Until then, the tokens that trust rules issued tell when the service account was last used.
  ends: { at: 'expiresAt', days: 100, where: ({ trustRuleId }) => sql`${trustRuleId} is not null` },
  indexes: (t) => [
    index('auth_tokens_workspace_id').on(t.workspaceId, t.kind, t.createdAt, t.id),
    index('auth_tokens_user_id').on(t.userId),
    index('auth_tokens_session_id').on(t.sessionId),
    index('auth_tokens_expires_at').on(t.expiresAt).where(sql`${t.kind} = 'api' and ${t.revokedAt} is null`),
    // Tokens of trust rules are issued to each run of a pipeline. The lists and counts of other tokens don't read them.
    index('auth_tokens_managed')
      .on(t.workspaceId, t.createdAt, t.id)
      .where(sql`${t.kind} = 'api' and ${t.trustRuleId} is null`),
    index('auth_tokens_active')
      .on(t.workspaceId, t.expiresAt)
      .where(sql`${t.kind} = 'api' and ${t.revokedAt} is null`),
    index('auth_tokens_trust_rule_id')
      .on(t.trustRuleId, t.expiresAt)
      .where(sql`${t.trustRuleId} is not null`),
    index('auth_tokens_active_of_service_account')
      .on(t.serviceAccountId, t.expiresAt)
      .where(sql`${t.serviceAccountId} is not null and ${t.revokedAt} is null`),
    index('auth_tokens_service_account_id')
      .on(t.serviceAccountId, t.lastUsedAt)
      .where(sql`${t.serviceAccountId} is not null`),
  ],
})

/** The secrets of a rotated API token by their `jti`: the newest one and those that it replaced. */
export const authTokenSecrets = table('auth_token_secrets', {
  columns: {
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
    /** When the creator and the owner were mailed that this secret, which ends soon, is still in use. */
    noticedAt: instant('noticed_at'),
  },
  people: { tokenId: { deletedWith: authTokens }, shownToUserId: kept },
  download: {
    tokenRotations: {
      of: 'tokenId',
      columns: ['id', 'tokenId', 'createdAt', 'expiresAt', 'retiresAt', 'lastUsedAt', 'lastUsedIp'],
    },
  },
  indexes: (t) => [index('auth_token_secrets_token_id').on(t.tokenId, t.createdAt)],
})

/** The uses of an API token that were refused during a pause. */
export const authTokenRefusals = table('auth_token_refusals', {
  columns: {
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
  people: { tokenId: { deletedWith: authTokens } },
  download: {
    refusedTokenUses: {
      of: 'tokenId',
      columns: ['id', 'tokenId', 'at', 'ipAddress', 'userAgent', 'call'],
    },
  },
  indexes: (t) => [index('auth_token_refusals_token_id').on(t.tokenId, t.at, t.id)],
})
