/** Classifies driver errors. Drizzle wraps them, so the whole cause chain is searched. */
import { DrizzleQueryError } from 'drizzle-orm/errors'

/** The database is unavailable. The message is for the operator's log and must never be sent to a client. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError'
}

/** A server that can't be used as it is configured. The message says what to change. */
export class UnusableServer extends Error {
  override readonly name = 'UnusableServer'
}

/** The migrations through `MIGRATION_DATABASE_URL` failed. Messages to the operator name `DATABASE_URL` for all other errors. */
export class MigrationConnectionError extends Error {
  override readonly name = 'MigrationConnectionError'
  constructor(cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    super(`The migrations through MIGRATION_DATABASE_URL failed: ${reason}`, { cause })
  }
}

export interface DriverError {
  /** The SQLSTATE, or the system error code of a failed connection. */
  code: string
  constraint: string | undefined
  message: string
}

/** Returns the first error in the cause chain that has a code. */
export function driverError(error: unknown): DriverError | undefined {
  for (const link of causes(error)) {
    const code = codeOf(link)
    if (code !== undefined) {
      const constraint =
        'constraint' in link && typeof link.constraint === 'string' ? link.constraint : undefined
      return { code, constraint, message: link.message }
    }
  }
  return undefined
}

/** Returns the violated unique constraint or index, or undefined for any other error. */
export function violatedUnique(error: unknown): string | undefined {
  const found = driverError(error)
  return found?.code === '23505' ? (found.constraint ?? '') : undefined
}

export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const violated = violatedUnique(error)
  return violated !== undefined && (constraint === undefined || violated === constraint)
}

/** Returns the violated foreign key, or undefined for any other error. */
export function violatedForeignKey(error: unknown): string | undefined {
  const found = driverError(error)
  return found?.code === '23503' ? (found.constraint ?? '') : undefined
}

/** Whether a transaction failed with a serialization failure or a deadlock. A retry may succeed. */
export function isTransactionConflict(error: unknown): boolean {
  const code = driverError(error)?.code
  return code === '40001' || code === '40P01'
}

/** Whether the server ended the statement because it ran too long. */
export const isStatementTimeout = (error: unknown): boolean => driverError(error)?.code === '57014'

/** Whether the server, or the pooler in front of it, has no free connection. */
export function isServerFull(error: unknown): boolean {
  return causes(error).some((link) => codeOf(link) === '53300' || fullPooler.test(link.message))
}

/** Whether the driver gave up waiting for an answer. The server may still be running the statement. */
export const isUnanswered = (error: unknown): boolean =>
  causes(error).some(({ message }) => unanswered.test(message))

/** Returns the error of a connection pooler that is not configured for the API, or undefined for any other error. */
export function asUnusableServer(error: unknown): UnusableServer | undefined {
  for (const { message } of causes(error)) {
    if (/unsupported startup parameter/i.test(message))
      return new UnusableServer(
        'A connection pooler, such as PgBouncer, is in front of PostgreSQL. Set DATABASE_POOLER=transaction.',
      )
    if (/transaction blocks not allowed in statement pooling mode/i.test(message))
      return new UnusableServer(
        'The connection pooler in front of PostgreSQL separates the statements of a transaction. In PgBouncer, set pool_mode = transaction for this database.',
      )
  }
  return undefined
}

/**
 * Returns a `DatabaseUnavailableError` if the error means that the database is unavailable, else undefined. A refused
 * connection counts only inside a query error, because other services use the same network.
 */
export function asDatabaseUnavailable(error: unknown): DatabaseUnavailableError | undefined {
  let isOfDatabase = false
  for (const link of causes(error)) {
    if (link instanceof DatabaseUnavailableError) return link
    if (meansNoAnswer(link) || (isOfDatabase && meansNoConnection(link))) return unavailable(link, error)
    isOfDatabase ||= link instanceof DrizzleQueryError
  }
  return undefined
}

/** Like `asDatabaseUnavailable`, for an error that is known to come from a database driver. */
export function driverUnavailable(error: unknown): DatabaseUnavailableError | undefined {
  const found = causes(error).find((link) => meansNoAnswer(link) || meansNoConnection(link))
  return asDatabaseUnavailable(error) ?? (found && unavailable(found, error))
}

function unavailable(reason: Error, cause: unknown): DatabaseUnavailableError {
  const code = codeOf(reason) ?? ''
  if (preparedCodes.test(code))
    return new DatabaseUnavailableError(
      `The database refuses a named statement: ${reasonOf(reason)}. If a connection pooler is in front of it, set DATABASE_POOLER=transaction`,
      { cause },
    )
  const state = code === readOnlyCode ? 'accepts no writes' : 'does not answer'
  return new DatabaseUnavailableError(`The database ${state}: ${reasonOf(reason)}`, { cause })
}

const systemCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** The SQLSTATE of a write to a server in recovery, or with `default_transaction_read_only`. */
export const readOnlyCode = '25006'

/**
 * The SQLSTATEs of an unavailable database: connection exceptions (08), out of disk, memory or connections (53), server
 * stopping, starting or crashed (57P0), statement or transaction timeouts (57014, 25P03, 25P04), a read-only replica, and
 * named statements that are missing or exist already, because the session was replaced.
 */
const sqlStates = /^(08...|53...|57P0.|57014|25P0[34]|25006|26000|42P05)$/
const preparedCodes = /^(26000|42P05)$/
/** PgBouncer has a general SQLSTATE for this. */
const fullPooler = /^no more connections allowed/

const unanswered = /^query read timeout$/i

/** The messages of PostgreSQL driver errors without a code. */
const driverTexts = [
  /^connection terminated/i,
  /^timeout expired$/,
  /^timeout exceeded when trying to connect$/,
  unanswered,
  /^client (was closed|has encountered a connection error)/i,
  /^cannot use a pool after calling end on the pool$/i,
]

/** Whether only a database can have caused the error. */
const meansNoAnswer = (error: Error) => sqlStates.test(codeOf(error) ?? '')

/** Whether any kind of network connection can have caused the error. */
function meansNoConnection(error: Error): boolean {
  const code = codeOf(error)
  return code === undefined ? driverTexts.some((text) => text.test(error.message)) : systemCodes.has(code)
}

function codeOf(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** For a host with several addresses Node throws an `AggregateError` without a message. */
function reasonOf(error: Error): string {
  return error.message || codeOf(error) || error.name
}

function causes(error: unknown): Error[] {
  const chain: Error[] = []
  // Bounded, because a cause chain can be circular.
  for (let link = error; link instanceof Error && chain.length < 10; link = link.cause) chain.push(link)
  return chain
}
