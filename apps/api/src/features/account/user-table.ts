import { sql } from 'drizzle-orm'
import { boolean, index, pgEnum, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { hasTypedDomain, instant, ulidColumn } from '../../db/columns.ts'

/** User accounts. See docs/product/account.md#user. */
export const users = pgTable(
  'users',
  {
    id: ulidColumn('id').primaryKey(),
    /** The address as the identity provider reports it. */
    email: text('email').notNull(),
    /** The address as `normalizeEmail` returns it, for comparisons. */
    emailKey: text('email_key').notNull(),
    emailVerified: boolean('email_verified').notNull().default(false),
    /** Whether the last sign-in proved the address. Staff rights need it. See docs/product/access.md#staff. */
    isAddressProven: boolean('is_address_proven').notNull().default(true),
    /**
     * Whether the address was confirmed only by the link in a mail, after the account was opened or after the address changed. Null for
     * accounts from before this was stored.
     */
    isConfirmedByLinkOnly: boolean('is_confirmed_by_link_only'),
    /** The subject that the user first signed in with. */
    auth0Id: text('auth0_id'),
    firstName: text('first_name'),
    lastName: text('last_name'),
    nickname: text('nickname'),
    pictureUrl: text('picture_url'),
    /** The user cleared the picture, so it is not copied from the identity provider again. */
    isPictureCleared: boolean('is_picture_cleared').notNull().default(false),
    discordUsername: text('discord_username'),
    githubUsername: text('github_username'),
    agreedTosVersionId: text('agreed_tos_version_id'),
    reviewedProfileAt: instant('reviewed_profile_at'),
    /** Ignored unless the user is this workspace's creator. */
    defaultWorkspaceId: ulidColumn('default_workspace_id'),
    quarantinedAt: instant('quarantined_at'),
    /** The reason, end and staff user of the pause are optional. */
    quarantineReason: text('quarantine_reason'),
    quarantinedUntil: instant('quarantined_until'),
    quarantinedByUserId: ulidColumn('quarantined_by_user_id'),
    suspendedAt: instant('suspended_at'),
    suspensionReason: text('suspension_reason'),
    suspendedUntil: instant('suspended_until'),
    suspendedByUserId: ulidColumn('suspended_by_user_id'),
    /** Suspended automatically for an unpaid invoice. Payment ends the suspension. */
    isSuspendedUnpaid: boolean('is_suspended_unpaid').notNull().default(false),
    signupAt: instant('signup_at').notNull(),
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    uniqueIndex('users_verified_email_key')
      .on(table.emailKey)
      .where(sql`${table.emailVerified} and ${table.deletedAt} is null`),
    index('users_email_key').on(table.emailKey),
    // Keys of an earlier release, which kept the domain as it was typed.
    index('users_typed_domain').on(table.id).where(hasTypedDomain(table.emailKey)),
    index('users_signup_at').on(table.signupAt, table.id),
    index('users_quarantined_at').on(table.quarantinedAt).where(sql`${table.quarantinedAt} is not null`),
    index('users_suspended_at').on(table.suspendedAt).where(sql`${table.suspendedAt} is not null`),
    // Deleted accounts that have not been erased.
    index('users_to_erase')
      .on(table.deletedAt)
      .where(sql`${table.deletedAt} is not null and ${table.emailKey} <> ''`),
    // Staff search users by the prefix of an email address or a name.
    index('users_email_beginning').on(table.emailKey.op('text_pattern_ops')),
    index('users_first_name_beginning').on(sql`lower(${table.firstName}) text_pattern_ops`),
    index('users_last_name_beginning').on(sql`lower(${table.lastName}) text_pattern_ops`),
    index('users_nickname_beginning').on(sql`lower(${table.nickname}) text_pattern_ops`),
  ],
)

/**
 * `waiting`: the owner of the account has not approved the identity yet. `removed`: the owner has removed it. The row
 * stays, so that the identity cannot come back by its address. See docs/product/account.md#ways-to-sign-in.
 */
export const identityStatus = pgEnum('identity_status', ['linked', 'waiting', 'removed'])

/** The identities at the identity provider that sign in to a user. */
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
    status: identityStatus('status').notNull().default('linked'),
    removedAt: instant('removed_at'),
  },
  (table) => [index('identities_user_id').on(table.userId)],
)
