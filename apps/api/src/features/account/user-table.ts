import { sql } from 'drizzle-orm'
import { boolean, index, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { hasTypedDomain, instant, ulidColumn } from '../../db/columns.ts'
import { kept, table } from '../../db/table.ts'

/** User accounts. See docs/product/account.md#user. */
export const users = table('users', {
  columns: {
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
  people: {
    defaultWorkspaceId: { erasedBy: 'removeWorkspace' },
    quarantinedByUserId: kept,
    suspendedByUserId: kept,
  },
  download: { account: 'explicit' },
  indexes: (t) => [
    uniqueIndex('users_verified_email_key')
      .on(t.emailKey)
      .where(sql`${t.emailVerified} and ${t.deletedAt} is null`),
    index('users_email_key').on(t.emailKey),
    // Keys of an earlier release, which kept the domain as it was typed.
    index('users_typed_domain').on(t.id).where(hasTypedDomain(t.emailKey)),
    index('users_signup_at').on(t.signupAt, t.id),
    index('users_quarantined_at').on(t.quarantinedAt).where(sql`${t.quarantinedAt} is not null`),
    index('users_suspended_at').on(t.suspendedAt).where(sql`${t.suspendedAt} is not null`),
    // Deleted accounts that have not been erased.
    index('users_to_erase').on(t.deletedAt).where(sql`${t.deletedAt} is not null and ${t.emailKey} <> ''`),
    // Staff search users by the prefix of an email address or a name.
    index('users_email_beginning').on(t.emailKey.op('text_pattern_ops')),
    index('users_first_name_beginning').on(sql`lower(${t.firstName}) text_pattern_ops`),
    index('users_last_name_beginning').on(sql`lower(${t.lastName}) text_pattern_ops`),
    index('users_nickname_beginning').on(sql`lower(${t.nickname}) text_pattern_ops`),
  ],
})
