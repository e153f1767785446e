import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, ulidColumn } from './columns.ts'

/** People (RULES section 5). */
export const users = pgTable(
  'users',
  {
    id: ulidColumn('id').primaryKey(),
    /** As the identity provider gives it. */
    email: text('email').notNull(),
    /** Trimmed, NFC, lower case: the form in which two addresses are the same. */
    emailKey: text('email_key').notNull(),
    emailVerified: boolean('email_verified').notNull().default(false),
    /** The subject that the person first signed in with. */
    auth0Id: text('auth0_id'),
    firstName: text('first_name'),
    lastName: text('last_name'),
    nickname: text('nickname'),
    pictureUrl: text('picture_url'),
    /** A picture that the person cleared is not taken from the provider again. */
    isPictureCleared: boolean('is_picture_cleared').notNull().default(false),
    discordUsername: text('discord_username'),
    githubUsername: text('github_username'),
    agreedTosVersionId: text('agreed_tos_version_id'),
    reviewedProfileAt: instant('reviewed_profile_at'),
    /** At most one by construction. Counts only while the person is that workspace's creator. */
    defaultWorkspaceId: ulidColumn('default_workspace_id'),
    quarantinedAt: instant('quarantined_at'),
    /** Why, until when and by whom of staff, where that was said; null for nobody. */
    quarantineReason: text('quarantine_reason'),
    quarantinedUntil: instant('quarantined_until'),
    quarantinedByUserId: ulidColumn('quarantined_by_user_id'),
    suspendedAt: instant('suspended_at'),
    suspensionReason: text('suspension_reason'),
    suspendedUntil: instant('suspended_until'),
    suspendedByUserId: ulidColumn('suspended_by_user_id'),
    /** Suspended for an invoice that stayed unpaid, and open again once it is paid. */
    isSuspendedUnpaid: boolean('is_suspended_unpaid').notNull().default(false),
    signupAt: instant('signup_at').notNull(),
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    uniqueIndex('users_verified_email_key')
      .on(table.emailKey)
      .where(sql`${table.emailVerified} and ${table.deletedAt} is null`),
    index('users_email_key').on(table.emailKey),
    index('users_signup_at').on(table.signupAt, table.id),
    index('users_quarantined_at').on(table.quarantinedAt).where(sql`${table.quarantinedAt} is not null`),
    index('users_suspended_at').on(table.suspendedAt).where(sql`${table.suspendedAt} is not null`),
    // Deleted accounts that have not been erased yet.
    index('users_to_erase')
      .on(table.deletedAt)
      .where(sql`${table.deletedAt} is not null and ${table.emailKey} <> ''`),
    // Staff find people by the beginning of an address or a name.
    index('users_email_beginning').on(table.emailKey.op('text_pattern_ops')),
    index('users_first_name_beginning').on(sql`lower(${table.firstName}) text_pattern_ops`),
    index('users_last_name_beginning').on(sql`lower(${table.lastName}) text_pattern_ops`),
    index('users_nickname_beginning').on(sql`lower(${table.nickname}) text_pattern_ops`),
  ],
)

/** The sign-ins at the identity provider that lead to a person. */
export const identities = pgTable(
  'identities',
  {
    subject: text('subject').primaryKey(),
    userId: ulidColumn('user_id')
      .notNull()
      .references(() => users.id),
    email: text('email').notNull(),
    isEmailVerified: boolean('is_email_verified').notNull(),
    createdAt: instant('created_at').notNull(),
    lastSignInAt: instant('last_sign_in_at').notNull(),
  },
  (table) => [index('identities_user_id').on(table.userId)],
)
