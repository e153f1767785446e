import { restorableDays } from '@portal/contract/limits'
import { index, jsonb, text } from 'drizzle-orm/pg-core'
import { digest, instant, ulidColumn } from '../../db/columns.ts'
import { kept, table } from '../../db/table.ts'
import { users } from '../account/user-table.ts'
import type { trustRules } from '../trust-rules/trust-rule-table.ts'

/**
 * Identities that wait for the answer to whether the account of their address is theirs. Each belongs to the browser that signed in.
 * See docs/product/account.md#is-it-yours.
 */
export const pendingJoins = table('pending_joins', {
  columns: {
    secretHash: digest('secret_hash').primaryKey(),
    userId: ulidColumn('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    subject: text('subject').notNull(),
    email: text('email').notNull(),
    /** When the user said that the account is theirs. They must then sign in to it. */
    confirmedAt: instant('confirmed_at'),
    expiresAt: instant('expires_at').notNull(),
  },
  people: { userId: { deletedWith: users } },
  notDownloaded: 'It expires within minutes.',
  ends: { at: 'expiresAt' },
  indexes: (t) => [
    index('pending_joins_user_id').on(t.userId),
    index('pending_joins_expires_at').on(t.expiresAt),
  ],
})

type TrustRule = typeof trustRules.$inferSelect
export type StoredTrustRule = {
  [Name in keyof TrustRule]: TrustRule[Name] extends Date
    ? string
    : TrustRule[Name] extends Date | null
      ? string | null
      : TrustRule[Name]
}

/** What an account had before it was handed to the owner of its address, so that staff can undo it. */
export interface AccountBefore {
  profile: Record<string, string | boolean | null>
  /** Null if the profile was not reviewed. */
  reviewedProfileAt: string | null
  subjects: string[]
  tokenIds: string[]
  invitationIds: string[]
  /** The rows of the trust rules that the account made, with times as text. */
  trustRules: StoredTrustRule[]
  members: { workspaceId: string; userId: string; role: 'OWNER' | 'APPROVER' | 'EDITOR'; joinedAt: string }[]
}

/** The answers to whether an account belongs to the owner of its address. */
export const accountJoins = table('account_joins', {
  columns: {
    id: ulidColumn('id').primaryKey(),
    userId: ulidColumn('user_id')
      .notNull()
      .references(() => users.id),
    /** The identity that joined. */
    subject: text('subject').notNull(),
    answer: text('answer').$type<'yes' | 'no'>().notNull(),
    at: instant('at').notNull(),
    ipAddress: text('ip_address'),
    /** Null for a yes, and 30 days after a no. */
    before: jsonb('before').$type<AccountBefore>(),
    undoneAt: instant('undone_at'),
    undoneByUserId: ulidColumn('undone_by_user_id'),
  },
  people: { userId: { deletedWith: users }, undoneByUserId: kept },
  // Without what another person had entered before.
  download: {
    accountJoins: {
      of: 'userId',
      columns: ['subject', 'answer', 'at', 'ipAddress', 'undoneAt'],
      isShort: true,
    },
  },
  ends: { at: 'at', days: restorableDays, empties: ['before'] },
  indexes: (t) => [index('account_joins_user_id').on(t.userId, t.id)],
})
