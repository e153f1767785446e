/** The signed-in user, the profile and email verification. See docs/product/account.md#user. */
import * as z from 'zod/mini'
import { personReads, personWrites } from '../access.ts'
import { endpoint } from '../endpoint.ts'
import { noun } from '../noun.ts'
import { serviceAccountRefSchema } from '../service-accounts/service-accounts.ts'
import {
  clearableText,
  discordUsernameSchema,
  emailSchema,
  githubUsernameSchema,
  idSchema,
  isoDateTimeSchema,
  nicknameSchema,
  personNameSchema,
  pictureUrlSchema,
  savedText,
} from '../text/text-rules.ts'

export const userSchema = z.object({
  id: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  nickname: z.nullable(z.string()),
  pictureUrl: z.nullable(z.string()),
  githubUsername: z.nullable(z.string()),
  discordUsername: z.nullable(z.string()),
  auth0Id: z.nullable(z.string()),
  /** Always null: the identity provider's raw profile is not stored. */
  auth0Details: z.null(),
  quarantinedAt: z.nullable(isoDateTimeSchema),
  suspendedAt: z.nullable(isoDateTimeSchema),
  /** The reasons that staff gave the user. Null if they gave none, or if the pause has ended. */
  quarantineReason: z.nullable(z.string()),
  suspensionReason: z.nullable(z.string()),
  /** Whether the user is staff. The portal shows the admin page to them, and each staff call checks it again. */
  isStaff: z.boolean(),
  needsTosUpdate: z.boolean(),
  /** The newest version of the terms that the user accepted. */
  agreedTosVersionId: z.nullable(z.string()),
  /** The same version for the platform's Rust client, which requires a string. Empty if no version was accepted. */
  agreedTosVersion: z.string(),
  onboardingDetails: z.object({ reviewedProfile: z.nullable(isoDateTimeSchema) }),
  signupAt: isoDateTimeSchema,
})
export type User = z.infer<typeof userSchema>

/** Validation rules for the profile's fields. `null` clears a field. */
export const profileSchema = z.object({
  email: z.optional(emailSchema),
  firstName: z.optional(personNameSchema),
  lastName: z.optional(personNameSchema),
  nickname: z.optional(nicknameSchema),
  pictureUrl: z.optional(pictureUrlSchema),
  discordUsername: z.optional(discordUsernameSchema),
  githubUsername: z.optional(githubUsernameSchema),
})
export type ProfileInput = z.infer<typeof profileSchema>

/** The request body. Any subset of the fields can be sent. */
const profileSaveSchema = z.object({
  email: savedText,
  firstName: clearableText,
  lastName: clearableText,
  nickname: clearableText,
  pictureUrl: clearableText,
  discordUsername: clearableText,
  githubUsername: clearableText,
})
export type ProfileSave = z.infer<typeof profileSaveSchema>

export const userParams = z.object({ userId: idSchema })
const userResult = z.object({ user: userSchema })
const ownAccount = { email: 'any', self: 'userId' } as const

/**
 * The web app of an instance asks whether to show its first-time dialog before it shows a workspace. It never shows it, so
 * nothing is stored.
 */
const firstTimeModalResult = z.object({ firstTimeModal: z.boolean() })
const ownAccountOfInstance = { ...ownAccount, credentials: ['session', 'instance'] } as const

export const account = {
  whoami: endpoint({
    name: 'account.whoami',
    method: 'GET',
    path: '/whoami',
    access: personReads({ credentials: ['session', 'instance', 'api'], confined: 'allowed', email: 'any' }),
    success: {
      status: 200,
      body: z.extend(userResult, {
        /** Set when a service account calls. `user` then describes it, with the id of the owner it was signed for. */
        serviceAccount: z.optional(serviceAccountRefSchema),
      }),
    },
    summary: 'Returns the signed-in user. Sets the XSRF cookie for a portal session.',
    docs: 'docs/product/account.md#user',
  }),
  firstTimeModal: endpoint({
    name: 'account.firstTimeModal',
    method: 'GET',
    path: '/users/:userId/firstTimeModal',
    access: personReads(ownAccountOfInstance),
    params: userParams,
    success: { status: 200, body: firstTimeModalResult },
    summary: "Returns whether an instance's web app shows its first-time dialog. Always false.",
    docs: 'docs/product/hand-off.md#the-instances-web-app',
  }),
  dismissFirstTimeModal: endpoint({
    name: 'account.dismissFirstTimeModal',
    method: 'POST',
    path: '/users/:userId/dismissFirstTimeModal',
    access: personReads(ownAccountOfInstance),
    params: userParams,
    success: { status: 200, body: firstTimeModalResult },
    summary: "Dismisses the first-time dialog of an instance's web app. No-op.",
    docs: 'docs/product/hand-off.md#the-instances-web-app',
  }),
  update: endpoint({
    name: 'account.update',
    action: 'UPDATE_USER',
    method: 'PATCH',
    path: '/users/:userId',
    access: personWrites(ownAccount),
    params: userParams,
    body: profileSaveSchema,
    success: { status: 200, body: userResult },
    summary: 'Saves the profile fields that are sent. The email may be included but cannot be changed.',
    docs: 'docs/product/account.md#saving',
  }),
  completeProfile: endpoint({
    name: 'account.completeProfile',
    action: 'COMPLETE_PROFILE',
    method: 'POST',
    path: '/users/:userId/complete-profile',
    access: personWrites(ownAccount),
    params: userParams,
    body: profileSaveSchema,
    success: { status: 200, body: userResult },
    summary: 'Saves the profile and marks it as reviewed. Idempotent.',
    docs: 'docs/product/account.md#saving',
  }),
  refreshAuth0Profile: endpoint({
    name: 'account.refreshAuth0Profile',
    method: 'POST',
    path: '/users/:userId/refresh-auth0-profile',
    access: personWrites({ ...ownAccount, terms: 'any' }),
    params: userParams,
    rateLimit: 'providerCalls',
    success: { status: 200, body: userResult },
    errors: ['SignInNotApproved', 'AccountDeleted', 'IdentityProviderUnavailable', 'Conflict'],
    summary:
      "Reloads the user's profile from the identity provider, including whether the email is verified.",
    docs: 'docs/product/account.md#email-verification',
  }),
  resendEmailVerification: endpoint({
    name: 'account.resendEmailVerification',
    method: 'POST',
    path: '/users/:userId/resend-email-verification',
    access: personWrites({ ...ownAccount, terms: 'any' }),
    params: userParams,
    rateLimit: 'emailVerification',
    success: { status: 204 },
    errors: [
      'EmailAlreadyVerified',
      'SignInNotApproved',
      'AccountDeleted',
      'IdentityProviderUnavailable',
      'Conflict',
    ],
    summary: 'Asks the identity provider to resend the verification email.',
    docs: 'docs/product/account.md#email-verification',
  }),
}

export const accountNoun = noun({
  tag: ['Account', "The user's profile and email address."],
  calls: account,
})
