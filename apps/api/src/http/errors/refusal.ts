import type { AccountLimitName } from '@portal/contract/account-limits'
import type { AccountChoice, ErrorType, Issue, TokenErrorKind } from '@portal/contract/errors'
import { errorStatus } from '@portal/contract/errors'

export interface RefusalDetails {
  issues?: Issue[]
  roles?: readonly string[]
  choices?: AccountChoice[]
  /** The limit that was exceeded. */
  limit?: AccountLimitName | undefined
  retryAfterSeconds?: number
  /** How old the sign-in may be. Sent with `FreshSignInRequired` in `WWW-Authenticate`. */
  maxAgeSeconds?: number
  /** The code of RFC 6749, for a call with `hasOAuthErrors`. Derived from the type if absent. */
  oauthCode?: string
  /** Whether a code was invalid although the type is not `InvalidCode`. Counts against the address like that type. */
  isInvalidCode?: boolean
  /** Whether the refusal is part of normal operation, such as a planned stop. It is then not logged as an error. */
  isPlanned?: boolean
  /** The `kind` of the body if it differs from the type. The web app of an instance signs out by it. */
  kind?: TokenErrorKind
  cause?: unknown
}

/** An error response of any status, also 500 and 503. Any code may throw it, and the error handler sends it. */
export class Refusal extends Error {
  readonly type: ErrorType
  readonly status: number
  readonly details: RefusalDetails

  constructor(type: ErrorType, message: string, details: RefusalDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.name = 'Refusal'
    this.type = type
    this.status = errorStatus[type]
    this.details = details
  }
}

export const notSignedIn = () => new Refusal('NotSignedIn', 'Sign in first.')

export const sessionEnded = () => new Refusal('SessionEnded', 'The session has ended. Sign in again.')

export const accountQuarantined = () =>
  new Refusal('AccountQuarantined', 'The account is paused for suspicious activity.')

export const accountSuspended = () =>
  new Refusal('AccountSuspended', 'The account is paused pending payment or payment information.')

export const missingTosAcceptance = () =>
  new Refusal('MissingTosAcceptance', 'Accept the terms of service first.')

export const emailNotVerified = () => new Refusal('EmailNotVerified', 'Verify your email address first.')

export const workspaceQuarantined = () =>
  new Refusal('WorkspaceQuarantined', 'The workspace is paused for suspicious activity.')

export const notFound = (what: string) => new Refusal('NotFound', `There is no such ${what}.`)

/** A refusal of one field. The form shows the message at that field. */
export const invalid = (path: string, message: string) =>
  new Refusal('ValidationError', message, { issues: [{ path, message }] })
