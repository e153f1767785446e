import type { RuleClaims } from '@portal/contract/trust-rules/trust-rules'
import { index, integer, jsonb, text } from 'drizzle-orm/pg-core'
import { instant, ulidColumn } from '../../db/columns.ts'
import { kept, table } from '../../db/table.ts'
import { users } from '../account/user-table.ts'
import { serviceAccounts } from '../service-accounts/service-account-table.ts'
import { workspaces } from '../workspaces/workspace-table.ts'

export const ofServiceAccount = () =>
  ulidColumn('service_account_id')
    .notNull()
    .references(() => serviceAccounts.id)
export const ofWorkspace = () =>
  ulidColumn('workspace_id')
    .notNull()
    .references(() => workspaces.id)

/** Which pipelines may exchange their identity tokens for API tokens of a service account. */
export const trustRules = table('trust_rules', {
  columns: {
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
  people: { workspaceId: { deletedWith: workspaces }, createdByUserId: kept },
  download: { trustRules: { of: 'createdByUserId', columns: 'all' } },
  indexes: (t) => [
    index('trust_rules_service_account_id').on(t.serviceAccountId, t.id),
    index('trust_rules_workspace_id').on(t.workspaceId),
  ],
})
