import type { ClaimProblem, CountedReason, ExchangeOutcome } from '@portal/contract/trust-rules/trust-rules'
import { index, integer, jsonb, primaryKey, text } from 'drizzle-orm/pg-core'
import { digest, instant, ulidColumn } from '../../db/columns.ts'
import { table } from '../../db/table.ts'
import { workspaces } from '../workspaces/workspace-table.ts'
import { ofServiceAccount, ofWorkspace } from './trust-rule-table.ts'

/** The newest attempts to exchange an identity token whose signature was valid. */
export const tokenExchanges = table('token_exchanges', {
  columns: {
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
  people: { workspaceId: { deletedWith: workspaces } },
  notDownloaded: 'It is about pipelines of a workspace, and names no user.',
  indexes: (t) => [
    index('token_exchanges_service_account_id').on(t.serviceAccountId, t.id),
    index('token_exchanges_workspace_id').on(t.workspaceId),
  ],
})

/** The number of attempts that are not recorded, because nothing in their tokens can be trusted. */
export const exchangeCounts = table('exchange_counts', {
  columns: {
    serviceAccountId: ofServiceAccount(),
    workspaceId: ofWorkspace(),
    reason: text('reason').$type<CountedReason>().notNull(),
    count: integer('count').notNull(),
    lastAt: instant('last_at').notNull(),
    detail: text('detail'),
  },
  people: { workspaceId: { deletedWith: workspaces } },
  notDownloaded: 'It has only counts of a workspace.',
  indexes: (t) => [
    primaryKey({ columns: [t.serviceAccountId, t.reason] }),
    index('exchange_counts_workspace_id').on(t.workspaceId),
  ],
})

/** Identity tokens that were exchanged. Kept until they expire, so that none can be exchanged twice. */
export const usedIdentityTokens = table('used_identity_tokens', {
  columns: {
    /** Digest of the issuer and the token's `jti`, or of the issuer and the token if there is no `jti`. */
    tokenHash: digest('token_hash').primaryKey(),
    expiresAt: instant('expires_at').notNull(),
  },
  people: {},
  notDownloaded: 'It has only digests.',
  ends: { at: 'expiresAt' },
  indexes: (t) => [index('used_identity_tokens_expires_at').on(t.expiresAt)],
})
