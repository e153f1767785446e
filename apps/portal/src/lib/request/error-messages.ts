/** A heading for each error type, shown above the API's message. A missing one is a compile error. */
import { type ErrorType, isErrorType } from '@portal/contract/errors'
import { RequestError } from './request-error.ts'

const titles: Record<ErrorType, string> = {
  ValidationError: 'Some of this information is invalid',
  SignInFailed: 'You could not be signed in',
  InvalidCode: 'This link is invalid, expired or already used',
  NotSignedIn: 'Sign in to continue',
  SessionEnded: 'Your session has ended',
  TokenRevoked: 'This token has been revoked',
  TokenExpired: 'This token has expired',
  TokenPaused: 'This token is paused',
  SignInNotApproved: 'This way to sign in needs approval',
  AccountDeleted: 'This account has been deleted',
  FreshSignInRequired: 'Sign in again to continue',
  CrossSiteRequest: 'This page is out of date. Reload it and try again',
  AccountQuarantined: 'Your account is quarantined',
  AccountSuspended: 'Your account is paused',
  MissingTosAcceptance: 'Accept the current terms first',
  EmailNotVerified: 'Verify your email address first',
  NotAllowed: 'Your role does not allow this',
  NotStaff: 'This is for staff only',
  WorkspaceQuarantined: 'This workspace is quarantined',
  NotFound: 'Not found',
  MethodNotAllowed: 'This action is not supported',
  EmailAlreadyVerified: 'Your email address is already verified',
  OwnerLocked: 'The owner cannot be changed here',
  AlreadyMember: 'This user is already a member',
  Conflict: 'This cannot be done',
  AccountChanged: 'Another account is signed in',
  LimitReached: 'Limit reached',
  PayloadTooLarge: 'This request is too large',
  UnsupportedMediaType: 'This content type is not supported',
  TooManyRequests: 'Too many attempts. Wait a moment',
  InternalError: 'Unexpected error',
  IdentityProviderUnavailable: 'The sign-in service cannot be reached',
  BillingUnavailable: 'Billing cannot be reached',
  DatabaseUnavailable: 'The service is briefly unavailable',
  ServiceOverloaded: 'The service is busy. Try again in a moment',
}

/** Returns the heading for an error, by its type or by whether the API responded. */
export function errorTitle(error: unknown): string {
  if (!(error instanceof RequestError)) return 'Something went wrong'
  if (isErrorType(error.code)) return titles[error.code]
  return error.status === undefined ? 'The service cannot be reached' : 'Something went wrong'
}

/** Whether the user requested something that does not exist or that they have no access to. */
export function isMissing(error: unknown): boolean {
  return error instanceof RequestError && error.code === 'NotFound'
}

/** The errors of Chromium, Firefox, Safari and Vite for a file of the app that could not be fetched. */
const missingFile = /dynamically imported module|importing a module script failed|unable to preload/i

function messageOf(error: unknown): string {
  if (error instanceof RequestError) return error.message
  // The message of any other error is written for programmers, not for users.
  if (!missingFile.test(String(error))) return 'This page stopped working. Reload it and try again.'
  return 'Part of this page could not be loaded. Check your connection and try again.'
}

/** Returns the texts of an error block. If something does not exist, nothing is broken, so there is no request id to report. */
export function errorTexts(error: unknown): { title: string; message: string; requestId?: string } {
  const message = messageOf(error)
  const requestId = error instanceof RequestError && !isMissing(error) ? error.requestId : undefined
  return { title: errorTitle(error), message, requestId }
}
