import type {
  ClaimProblem,
  CountedReason,
  ExchangeOutcome,
  RuleClaims,
} from '@portal/contract/trust-rules/trust-rules'
import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { digest, instant, ulidColumn } from '../../db/columns.ts'
import { users } from '../account/user-table.ts'
import { serviceAccounts } from '../service-accounts/service-account-table.ts'
import { workspaces } from '../workspaces/workspace-table.ts'

const ofServiceAccount = () =>
  ulidColumn('service_account_id')
    .notNull()
    .references(() => serviceAccounts.id)
const ofWorkspace = () =>
  ulidColumn('workspace_id')
    .notNull()
    .references(() => workspaces.id)

/** Which pipelines may exchange their identity tokens for API tokens of a service account. */
export const trustRules = pgTable(
  'trust_rules',
  {
    id: ulidColumn('id').primaryKey(),
    serviceAccountId: ofServiceAccount(),
    workspaceId: ofWorkspace(),
    name: text('name').notNull(),
    issuer: text('issuer').notNull(),
    audience: text('audience').notNull(),
    claims: jsonb('claims').$type<RuleClaims>().notNull(),
    lifetimeMinutes: integer('lifetime_minutes').notNull(),
    /** A learning rule accepts nothing. It records attempts until this time. */
    learningUntil: instant('learning_until'),
    createdByUserId: ulidColumn('created_by_user_id')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [
    index('trust_rules_service_account_id').on(table.serviceAccountId, table.id),
    index('trust_rules_workspace_id').on(table.workspaceId),
  ],
)

/** The newest attempts to exchange an identity token whose signature was valid. */
export const tokenExchanges = pgTable(
  'token_exchanges',
  {
    id: ulidColumn('id').primaryKey(),
    serviceAccountId: ofServiceAccount(),
    workspaceId: ofWorkspace(),
    at: instant('at').notNull(),
    ipAddress: text('ip_address').notNull(),
    issuer: text('issuer').notNull(),
    outcome: text('outcome').$type<ExchangeOutcome>().notNull(),
    trustRuleId: ulidColumn('trust_rule_id'),
    trustRuleName: text('trust_rule_name'),
    problems: jsonb('problems').$type<ClaimProblem[]>().notNull(),
    claims: jsonb('claims').$type<Record<string, string>>().notNull(),
    /** How many attempts with this token had the same fate. */
    count: integer('count').notNull().default(1),
  },
  (table) => [
    index('token_exchanges_service_account_id').on(table.serviceAccountId, table.id),
    index('token_exchanges_workspace_id').on(table.workspaceId),
  ],
)

/** The number of attempts that are not recorded, because nothing in their tokens can be trusted. */
export const exchangeCounts = pgTable(
  'exchange_counts',
  {
    serviceAccountId: ofServiceAccount(),
    workspaceId: ofWorkspace(),
    reason: text('reason').$type<CountedReason>().notNull(),
    count: integer('count').notNull(),
    lastAt: instant('last_at').notNull(),
    detail: text('detail'),
  },
  (table) => [
    primaryKey({ columns: [table.serviceAccountId, table.reason] }),
    index('exchange_counts_workspace_id').on(table.workspaceId),
  ],
)

/** Identity tokens that were exchanged. Kept until they expire, so that none can be exchanged twice. */
export const usedIdentityTokens = pgTable(
  'used_identity_tokens',
  {
    /** Digest of the issuer and the token's `jti`, or of the issuer and the token if there is no `jti`. */
    tokenHash: digest('token_hash').primaryKey(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('used_identity_tokens_expires_at').on(table.expiresAt)],
)
