/** The person: who is signed in, the profile, e-mail verification (SPEC sections 3, 4, 5, 7; RULES sections 4 and 5). */
import * as z from 'zod/mini'
import { personReads, personWrites } from './access.ts'
import { endpoint } from './endpoint.ts'
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
} from './text-rules.ts'

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
  /** Always null: the provider's raw profile is kept nowhere. */
  auth0Details: z.null(),
  quarantinedAt: z.nullable(isoDateTimeSchema),
  suspendedAt: z.nullable(isoDateTimeSchema),
  /** The reasons that staff gave for the user to read; null where they gave none, and once the pause is over. */
  quarantineReason: z.nullable(z.string()),
  suspensionReason: z.nullable(z.string()),
  needsTosUpdate: z.boolean(),
  /** The newest version that the person accepted. */
  agreedTosVersionId: z.nullable(z.string()),
  /** The same for the platform's Rust client, which requires a string: empty when no version was accepted. */
  agreedTosVersion: z.string(),
  onboardingDetails: z.object({ reviewedProfile: z.nullable(isoDateTimeSchema) }),
  signupAt: isoDateTimeSchema,
})
export type User = z.infer<typeof userSchema>

/** The rules for the fields of the profile. `null` clears one. */
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

/** What travels: each field on its own. */
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

export const account = {
  whoami: endpoint({
    name: 'account.whoami',
    method: 'GET',
    path: '/whoami',
    access: personReads({ credentials: ['session', 'instance', 'api'], confined: 'allowed', email: 'any' }),
    success: { status: 200, body: userResult },
    summary: 'The signed-in person. Sets the XSRF cookie for a portal session.',
    docs: 'docs/product/account.md#user',
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
    summary: 'Saves the profile. The e-mail may be sent, unchanged.',
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
    summary: 'Saves the profile and marks it as reviewed. May be repeated.',
    docs: 'docs/product/account.md#saving',
  }),
  refreshAuth0Profile: endpoint({
    name: 'account.refreshAuth0Profile',
    method: 'POST',
    path: '/users/:userId/refresh-auth0-profile',
    access: personWrites({ ...ownAccount, terms: 'any' }),
    params: userParams,
    success: { status: 200, body: userResult },
    errors: ['IdentityProviderUnavailable', 'Conflict'],
    summary: 'Asks the identity provider again, above all whether the e-mail is verified.',
    docs: 'docs/product/account.md#e-mail-verification',
  }),
  resendEmailVerification: endpoint({
    name: 'account.resendEmailVerification',
    method: 'POST',
    path: '/users/:userId/resend-email-verification',
    access: personWrites({ ...ownAccount, terms: 'any' }),
    params: userParams,
    rateLimit: 'emailVerification',
    success: { status: 204 },
    errors: ['EmailAlreadyVerified', 'IdentityProviderUnavailable', 'Conflict'],
    summary: 'Has the identity provider send the verification mail once more.',
    docs: 'docs/product/account.md#e-mail-verification',
  }),
}
