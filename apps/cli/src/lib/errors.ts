/** Errors that the user sees, and their exit codes. See docs/product/command-line.md#exit-codes. */
import { ApiError, ConnectionError } from '@portal/client/errors'
import type { ErrorType, Issue } from '@portal/contract/errors'
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

const sentenceOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

function exitCodeOf(error: unknown): number {
  if (error instanceof CommandError) return error.exitCode
  return error instanceof ApiError && error.status === 401 ? exitCodes.notSignedIn : exitCodes.failure
}

/** Returns the error that led to the others. */
export function rootCauseOf(error: unknown): unknown {
  let cause = error
  while (cause instanceof Error && (cause.cause instanceof Error || cause instanceof AggregateError))
    cause = cause instanceof AggregateError ? cause.errors[0] : cause.cause
  return cause
}

/** Returns why there was no answer, such as an unknown host or a proxy that refuses. A refused certificate is in the message. */
function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof ConnectionError) || error.isUntrusted) return undefined
  const reason = rootCauseOf(error.cause)
  // These quote the request or the answer, which can contain a token.
  if (reason instanceof TypeError || reason instanceof SyntaxError) return undefined
  return reason instanceof Error ? reason.message : undefined
}

/** Describes any thrown value. */
export function reportError(error: unknown): ErrorReport {
  const message = sentenceOf(error)
  const refusal = error instanceof ApiError ? error : undefined
  const { requestId, issues = [] } = refusal ?? {}
  const type = refusal?.type ?? (error instanceof CommandError ? error.type : 'CommandError')
  const hint = refusal && refusal.type !== 'UnknownError' ? hints[refusal.type] : undefined
  const reason = reasonOf(error)
  const lines = [
    `Error: ${message}`,
    ...(reason ? [`Reason: ${reason}`] : []),
    ...issues.map(({ path, message: problem }) => `  ${path}: ${problem}`),
    ...(hint ? [hint] : []),
    ...(requestId ? [`Request id: ${requestId}`] : []),
  ]
  return {
    exitCode: exitCodeOf(error),
    text: lines.map(safeText).join('\n'),
    json: {
      error: {
        type,
        message: reason ? `${message} Reason: ${reason}` : message,
        ...(requestId === undefined ? {} : { requestId }),
        ...(issues.length === 0 ? {} : { issues }),
      },
    },
  }
}
