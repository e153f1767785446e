import { sql } from 'drizzle-orm'
import { index, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { digest, hasTypedDomain, instant, ulidColumn } from '../../db/columns.ts'
import { kept, table } from '../../db/table.ts'
import { users } from '../account/user-table.ts'
import { workspaceRole } from '../members/member-table.ts'
import { workspaces } from '../workspaces/workspace-table.ts'

const invitationColumns = [
  'id',
  'workspaceName',
  'email',
  'role',
  'createdAt',
  'sentAt',
  'expiresAt',
  'acceptedAt',
  'declinedAt',
  'withdrawnAt',
] as const

/** Invitations to an email address. Pending until accepted, declined or withdrawn. See docs/product/invitations.md#lifetime. */
export const workspaceInvitations = table('workspace_invitations', {
  columns: {
    id: ulidColumn('id').primaryKey(),
    workspaceId: ulidColumn('workspace_id')
      .notNull()
      .references(() => workspaces.id),
    email: text('email').notNull(),
    emailKey: text('email_key').notNull(),
    role: workspaceRole('role').notNull(),
    invitedByUserId: ulidColumn('invited_by_user_id')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
    sentAt: instant('sent_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    acceptedAt: instant('accepted_at'),
    /** Null for an acceptance from before this was stored. The user may have another address by now. */
    acceptedByUserId: ulidColumn('accepted_by_user_id'),
    declinedAt: instant('declined_at'),
    withdrawnAt: instant('withdrawn_at'),
  },
  // `eraseAccount` also deletes the invitations to the address of the account.
  people: { workspaceId: { deletedWith: workspaces }, invitedByUserId: kept, acceptedByUserId: kept },
  download: {
    invitationsToMe: {
      of: 'emailKey',
      columns: invitationColumns,
      needsVerifiedEmail: true,
    },
    invitationsByMe: { of: 'invitedByUserId', columns: invitationColumns },
  },
  indexes: (t) => [
    uniqueIndex('workspace_invitations_one_open')
      .on(t.workspaceId, t.emailKey)
      .where(sql`${t.acceptedAt} is null and ${t.declinedAt} is null and ${t.withdrawnAt} is null`),
    index('workspace_invitations_email_key').on(t.emailKey),
    index('workspace_invitations_typed_domain').on(t.id).where(hasTypedDomain(t.emailKey)),
    index('workspace_invitations_invited_by_user_id').on(t.invitedByUserId),
  ],
})

/** The codes in the links of an invitation. Each mail and each copied link has a separate code. */
export const invitationCodes = table('invitation_codes', {
  columns: {
    codeHash: digest('code_hash').primaryKey(),
    invitationId: ulidColumn('invitation_id')
      .notNull()
      .references(() => workspaceInvitations.id),
    createdAt: instant('created_at').notNull(),
  },
  people: { invitationId: { deletedWith: workspaceInvitations } },
  notDownloaded: 'It has only digests of secrets, and dates.',
  indexes: (t) => [index('invitation_codes_invitation_id').on(t.invitationId)],
})
