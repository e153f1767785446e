/** A heading for each kind of refusal, above the sentence that the API sends. One that is missing does not compile. */
import { type ErrorType, isErrorType } from '@portal/contract/errors'
import { RequestError } from './request-error.ts'

const titles: Record<ErrorType, string> = {
  ValidationError: 'Something in this request is not right',
  SignInFailed: 'You could not be signed in',
  InvalidCode: 'This link has been used or is too old',
  NotSignedIn: 'Please sign in',
  SessionEnded: 'Your session has ended',
  TokenRevoked: 'This token has been revoked',
  TokenExpired: 'This token has expired',
  CrossSiteRequest: 'This page is out of date. Reload it and try again',
  AccountQuarantined: 'Your account is quarantined',
  AccountSuspended: 'Your account is paused',
  MissingTosAcceptance: 'Please accept the current terms first',
  EmailNotVerified: 'Please verify your email address first',
  NotAllowed: 'Your role does not allow this',
  NotStaff: 'This is for staff only',
  WorkspaceQuarantined: 'This workspace is quarantined',
  NotFound: 'Not found',
  EmailAlreadyVerified: 'Your email address is verified already',
  OwnerLocked: 'The owner cannot be changed here',
  AlreadyMember: 'This person is a member already',
  Conflict: 'This cannot be done',
  PayloadTooLarge: 'This is too large',
  UnsupportedMediaType: 'This kind of content is not taken',
  TooManyRequests: 'Too many attempts. Wait a moment',
  InternalError: 'Something went wrong on our side',
  IdentityProviderUnavailable: 'The sign-in service cannot be reached',
  BillingUnavailable: 'Billing cannot be reached',
  DatabaseUnavailable: 'The service is briefly unavailable',
}

/** What to put above an error: by its type, or by whether anything answered at all. */
export function errorTitle(error: unknown): string {
  if (!(error instanceof RequestError)) return 'Something went wrong'
  if (isErrorType(error.code)) return titles[error.code]
  return error.status === undefined ? 'The service cannot be reached' : 'Something went wrong'
}

/** All that an error block shows of a failure. */
export function errorTexts(error: unknown): { title: string; message: string; requestId?: string } {
  const message = error instanceof Error ? error.message : String(error)
  const requestId = error instanceof RequestError ? error.requestId : undefined
  return { title: errorTitle(error), message, requestId }
}
