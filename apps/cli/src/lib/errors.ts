/** Errors that the user sees, and their exit codes. See docs/product/command-line.md#exit-codes. */
import { type ErrorType, type Issue, isErrorType } from '@portal/contract/errors'
import { safeText } from './safe-text.ts'

export const exitCodes = { success: 0, failure: 1, usage: 2, notSignedIn: 4 } as const

/** The command can't do what it was asked to. */
export class CommandError extends Error {
  readonly exitCode: number = exitCodes.failure
  readonly type: string = 'CommandError'
}

/** The command line itself is wrong. */
export class UsageError extends CommandError {
  override readonly exitCode = exitCodes.usage
  override readonly type = 'UsageError'
}

/** The user is not signed in, or the session has ended. */
export class NotSignedInError extends CommandError {
  override readonly exitCode = exitCodes.notSignedIn
  override readonly type = 'NotSignedIn'
}

/** The API refused the request or failed. */
export class ApiError extends CommandError {
  override readonly type: string
  readonly status: number
  readonly requestId: string | undefined
  readonly issues: readonly Issue[]
  override readonly exitCode: number

  constructor(status: number, body: unknown, requestId?: string) {
    const top = asObject(body)
    // A refused invitation has its details next to the sentence.
    const details = typeof top.error === 'string' ? top : asObject(top.error)
    const sentence = typeof top.error === 'string' ? top.error : details.message
    super(typeof sentence === 'string' ? sentence : `The API answered with status ${status}.`)
    this.status = status
    this.type = typeof details.type === 'string' ? details.type : 'UnknownError'
    this.requestId = typeof details.requestId === 'string' ? details.requestId : requestId
    this.issues = Array.isArray(details.issues) ? (details.issues as Issue[]) : []
    this.exitCode = status === 401 ? exitCodes.notSignedIn : exitCodes.failure
  }
}

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** What the user can do about errors whose message doesn't say so. */
const hints: Partial<Record<ErrorType, string>> = {
  FreshSignInRequired: 'Run `portal login` again, then repeat the command.',
  NotSignedIn: 'Run `portal login` to sign in.',
  SessionEnded: 'Run `portal login` to sign in again.',
  TokenExpired: 'Run `portal login` to sign in again, or set PORTAL_TOKEN to a valid token.',
  TokenRevoked: 'Run `portal login`, or set PORTAL_TOKEN to a valid token.',
  MissingTosAcceptance: 'Open the portal in a browser and accept the terms, then repeat the command.',
  EmailNotVerified: 'Open the portal in a browser and verify your email address.',
}

export interface ErrorReport {
  exitCode: number
  /** Lines for people. */
  text: string
  /** The body for `--json`. */
  json: { error: { type: string; message: string; requestId?: string; issues?: readonly Issue[] } }
}

/** Describes any thrown value. */
export function reportError(error: unknown): ErrorReport {
  const known = error instanceof CommandError ? error : new CommandError(sentenceOf(error))
  const { exitCode, type, message } = known
  const { requestId, issues = [] } = known instanceof ApiError ? known : { requestId: undefined }
  const hint = isErrorType(type) && known instanceof ApiError ? hints[type] : undefined
  const lines = [
    `Error: ${message}`,
    ...issues.map(({ path, message: problem }) => `  ${path}: ${problem}`),
    ...(hint ? [hint] : []),
    ...(requestId ? [`Request id: ${requestId}`] : []),
  ]
  return {
    exitCode,
    text: lines.map(safeText).join('\n'),
    json: {
      error: {
        type,
        message,
        ...(requestId === undefined ? {} : { requestId }),
        ...(issues.length === 0 ? {} : { issues }),
      },
    },
  }
}

const sentenceOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
