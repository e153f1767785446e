import type { ErrorType } from './errors.ts'

/** What each error means and what a program can do about it. */
export const errorHelp: Record<ErrorType, string> = {
  ValidationError: 'The request is invalid. Correct the fields in `issues`.',
  SignInFailed: 'The sign-in failed. Start it again.',
  InvalidCode: 'The code is invalid, expired or already used. Start again.',
  NotSignedIn: 'The credential is missing or invalid. Sign in.',
  SessionEnded: 'The session has ended. Sign in again.',
  TokenRevoked: 'The token was revoked. Create a new token.',
  TokenExpired: 'The token has expired. Refresh it, or create a new token.',
  TokenPaused:
    'The token is paused. Wait for the number of seconds in `Retry-After`, or let an owner resume it.',
  FreshSignInRequired: 'The sign-in is too old for this call. Let the user sign in again, then retry.',
  SignInNotApproved: 'The owner of the account must approve this way to sign in.',
  AccountDeleted: 'The account was deleted. Support can restore it for 30 days.',
  CrossSiteRequest:
    'The `Origin` header or the XSRF token is wrong. Only the portal may make this call with a cookie.',
  AccountQuarantined: 'The account is paused for suspicious activity. Contact support.',
  AccountSuspended: 'The account is paused pending payment. Update the payment details.',
  MissingTosAcceptance: 'Accept the terms in force first.',
  EmailNotVerified: 'Verify the email address first.',
  NotAllowed: 'The caller may not do this. `roles` lists the roles that may.',
  NotStaff: 'Only staff may do this.',
  WorkspaceQuarantined: 'The workspace is paused for suspicious activity. Contact support.',
  NotFound: 'It does not exist, or the caller has no access to it.',
  MethodNotAllowed: 'The URL does not support this method. `Allow` lists the supported methods.',
  EmailAlreadyVerified: 'The email address is already verified. There is nothing to do.',
  OwnerLocked: 'This call cannot change the owner. Offer the ownership to another member instead.',
  AlreadyMember: 'The address already belongs to a member. There is nothing to do.',
  Conflict:
    'The request conflicts with the current state. Read the current state, then decide whether to retry.',
  AccountChanged:
    'The browser is signed in with another account than the one in `x-account-id`. Reload the page.',
  LimitReached: 'A limit has been reached. The message says what to delete first.',
  PayloadTooLarge: 'The body is too large. Send a smaller one.',
  UnsupportedMediaType: 'The body has the wrong content type. Send JSON.',
  TooManyRequests: 'Too many requests. Wait for the number of seconds in `Retry-After`, then retry.',
  InternalError:
    'Something went wrong on our side. Retry, and contact support with the request id if it happens again.',
  IdentityProviderUnavailable: 'The identity provider is unavailable. Retry later.',
  BillingUnavailable: 'The billing provider is unavailable. Retry later.',
  DatabaseUnavailable: 'The service cannot reach its database. Retry with exponential backoff.',
  ServiceOverloaded:
    'The service is overloaded. Wait for the number of seconds in `Retry-After`, then retry.',
}
