/**
 * Every error type of the API with its HTTP status. See docs/product/errors.md#types.
 * A call declares which of them it may answer. The server refuses to send any other.
 */
import * as z from 'zod/mini'

export const errorStatus = {
  ValidationError: 400,
  SignInFailed: 400,
  InvalidCode: 400,
  NotSignedIn: 401,
  SessionEnded: 401,
  TokenRevoked: 401,
  TokenExpired: 401,
  TokenPaused: 401,
  FreshSignInRequired: 401,
  /** The sign-in's verified address has an account, whose owner has not approved this way to sign in. */
  SignInNotApproved: 401,
  /** The sign-in leads to an account that has been deleted and can still be restored. */
  AccountDeleted: 401,
  CrossSiteRequest: 403,
  AccountQuarantined: 403,
  AccountSuspended: 403,
  MissingTosAcceptance: 403,
  EmailNotVerified: 403,
  NotAllowed: 403,
  NotStaff: 403,
  WorkspaceQuarantined: 403,
  NotFound: 404,
  MethodNotAllowed: 405,
  EmailAlreadyVerified: 409,
  OwnerLocked: 409,
  AlreadyMember: 409,
  Conflict: 409,
  /** The page was loaded for another account than the one that the browser is signed in with now. */
  AccountChanged: 409,
  LimitReached: 409,
  PayloadTooLarge: 413,
  UnsupportedMediaType: 415,
  TooManyRequests: 429,
  InternalError: 500,
  IdentityProviderUnavailable: 503,
  BillingUnavailable: 503,
  DatabaseUnavailable: 503,
  ServiceOverloaded: 503,
} as const

export type ErrorType = keyof typeof errorStatus

/** What `kind` says instead of the type when a token is refused: the web app of an instance signs out by these. */
export const tokenErrorKinds = {
  NotSignedIn: 'AuthTokenCorrupt',
  TokenRevoked: 'AuthTokenRevoked',
  TokenExpired: 'AuthTokenInvalid',
} as const satisfies Partial<Record<ErrorType, string>>
export type TokenErrorKind = (typeof tokenErrorKinds)[keyof typeof tokenErrorKinds]

/** One invalid field. `path` is dotted. `message` is the sentence that the form also shows. */
export const issueSchema = z.object({ path: z.string(), message: z.string() })
export type Issue = z.infer<typeof issueSchema>

/** One of several accounts with the same email address, for staff to choose from. */
export const accountChoiceSchema = z.object({
  id: z.string(),
  email: z.string(),
  auth0Id: z.nullable(z.string()),
})
export type AccountChoice = z.infer<typeof accountChoiceSchema>

/**
 * Details of an error. `NotAllowed` lists the roles that may make the call. `Conflict` may list accounts to choose from.
 * `TooManyRequests` names the limit if it is one of docs/product/errors.md#limits.
 */
const errorFacts = {
  requestId: z.optional(z.string()),
  issues: z.optional(z.array(issueSchema)),
  roles: z.optional(z.array(z.string())),
  choices: z.optional(z.array(accountChoiceSchema)),
  limit: z.optional(z.string()),
}

/** Repeats type and message at the top level, where workspace instances and the platform's Rust client read them. */
const topLevelFields = { kind: z.string(), message: z.string() }

/** The body of every error, except for calls with `hasPlainErrors`. */
export const errorBodySchema = z.object({
  error: z.object({ type: z.string(), message: z.string(), ...errorFacts }),
  ...topLevelFields,
})
export type ErrorBody = z.infer<typeof errorBodySchema>

/** The error body of a call with `hasPlainErrors`: `error` is the sentence. */
export const plainErrorBodySchema = z.object({
  error: z.string(),
  type: z.string(),
  ...errorFacts,
  ...topLevelFields,
})
export type PlainErrorBody = z.infer<typeof plainErrorBodySchema>

/** The error body of a call with `hasOAuthErrors`: `error` is a code of RFC 6749. */
export const oauthErrorBodySchema = z.object({
  error: z.string(),
  error_description: z.string(),
  ...errorFacts,
  ...topLevelFields,
})
export type OAuthErrorBody = z.infer<typeof oauthErrorBodySchema>

/** Errors that any call may answer without declaring them. */
export const universalErrors = [
  'ValidationError',
  'PayloadTooLarge',
  'UnsupportedMediaType',
  'TooManyRequests',
  'InternalError',
  'DatabaseUnavailable',
  'ServiceOverloaded',
] as const satisfies readonly ErrorType[]

export function isErrorType(value: unknown): value is ErrorType {
  return typeof value === 'string' && Object.hasOwn(errorStatus, value)
}
