import {
  reviewedKinds,
  reviewIntervals,
  type SignOffCounts,
} from '@portal/contract/access-review/access-review'
import { workspaceRoles } from '@portal/contract/members/roles'
import { tokenPermissions } from '@portal/contract/tokens/token-schemas'
import { sql } from 'drizzle-orm'
import { index, jsonb, text } from 'drizzle-orm/pg-core'
import { instant, ulidColumn } from '../../db/columns.ts'
import { table } from '../../db/table.ts'
import { users } from '../account/user-table.ts'
import { workspaces } from '../workspaces/workspace-table.ts'

const evidence =
  'The evidence of a review keeps its rows. The account remains as an empty row, so the id identifies no user.'

/** The sign-offs of access reviews: who, when, and what the evidence contains. See docs/product/access-review.md#sign-off. */
export const signOffs = table('access_review_sign_offs', {
  columns: {
    id: ulidColumn('id').primaryKey(),
    workspaceId: ulidColumn('workspace_id')
      .notNull()
      .references(() => workspaces.id),
    at: instant('at').notNull(),
    byUserId: ulidColumn('by_user_id').notNull(),
    /** As they were at the sign-off. */
    byName: text('by_name'),
    byEmail: text('by_email'),
    /** Earlier sign-offs didn't cover webhooks. */
    counts: jsonb('counts').$type<Omit<SignOffCounts, 'webhooks'> & { webhooks?: number }>().notNull(),
  },
  people: {
    workspaceId: { deletedWith: workspaces },
    byUserId: { kept: evidence, emptiedWith: users, empties: ['byName', 'byEmail'] },
  },
  download: {
    accessReviewSignOffs: {
      of: 'byUserId',
      columns: ['id', 'workspaceId', 'at', 'byName', 'byEmail', 'counts'],
    },
  },
  indexes: (t) => [
    index('access_review_sign_offs_workspace_id').on(t.workspaceId, t.id),
    index('access_review_sign_offs_by_user_id').on(t.byUserId),
  ],
})

/** The evidence of a sign-off: the rows of the access review as they were. The CSV file is written from them. */
export const signOffEntries = table('access_review_entries', {
  columns: {
    /** Ascending in the order of the file. */
    id: ulidColumn('id').primaryKey(),
    signOffId: ulidColumn('sign_off_id')
      .notNull()
      .references(() => signOffs.id),
    kind: text('kind', { enum: reviewedKinds }).notNull(),
    /** The member, or the member that a token acts for. */
    userId: ulidColumn('user_id'),
    /** Who created a service account, one of its tokens, a trust rule or a webhook, or sent an invitation. */
    createdByUserId: ulidColumn('created_by_user_id'),
    /** An invitation's address is erased with the invitation. */
    invitationId: ulidColumn('invitation_id'),
    /** Null for members and invitations, which only have personal names. */
    name: text('name'),
    personName: text('person_name'),
    email: text('email'),
    role: text('role', { enum: workspaceRoles }),
    permission: text('permission', { enum: tokenPermissions }),
    serviceAccountName: text('service_account_name'),
    createdByEmail: text('created_by_email'),
    state: text('state').notNull(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at'),
    lastUsedIp: text('last_used_ip'),
    expiresAt: instant('expires_at'),
  },
  people: {
    signOffId: { deletedWith: signOffs },
    userId: { kept: evidence, emptiedWith: users, empties: ['personName', 'email', 'lastUsedIp'] },
    createdByUserId: { kept: evidence, emptiedWith: users, empties: ['createdByEmail'] },
  },
  download: {
    accessReviewEntries: {
      of: ['userId', 'createdByUserId'],
      columns: [
        'id',
        'signOffId',
        'kind',
        'name',
        'personName',
        'email',
        'role',
        'permission',
        'serviceAccountName',
        'createdByEmail',
        'state',
        'createdAt',
        'lastUsedAt',
        'lastUsedIp',
        'expiresAt',
      ],
    },
  },
  indexes: (t) => [
    index('access_review_entries_sign_off_id').on(t.signOffId, t.id),
    index('access_review_entries_user_id').on(t.userId).where(sql`${t.userId} is not null`),
    index('access_review_entries_created_by_user_id')
      .on(t.createdByUserId)
      .where(sql`${t.createdByUserId} is not null`),
    index('access_review_entries_invitation_id').on(t.invitationId).where(sql`${t.invitationId} is not null`),
  ],
})

/** When the next access review of a workspace is due. See docs/product/access-review.md#reminder. */
export const reviewReminders = table('access_review_reminders', {
  columns: {
    workspaceId: ulidColumn('workspace_id')
      .primaryKey()
      .references(() => workspaces.id),
    /** Null once the owner has turned the reminder off. */
    every: text('every', { enum: reviewIntervals }),
    dueAt: instant('due_at').notNull(),
    /** The last mail. Kept while the reminder is off, so that no review is mailed twice. */
    mailedAt: instant('mailed_at'),
  },
  people: { workspaceId: { deletedWith: workspaces } },
  notDownloaded: 'It is a setting of the workspace and names no user.',
  indexes: (t) => [index('access_review_reminders_due_at').on(t.dueAt).where(sql`${t.every} is not null`)],
})
