/** What the drivers report, told apart. Drizzle wraps their errors, so the whole chain of causes is read. */
import { DrizzleQueryError } from 'drizzle-orm'

/** The database does not answer. Its message is for the operator's log, never for a reply. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError'
}

export interface DriverError {
  /** SQLSTATE, or the system's code of a failed connection. */
  code: string
  constraint: string | undefined
  message: string
}

/** The first error in the chain of causes that carries a code. */
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

/** The name of the unique constraint or index that refused a row, if that is what happened. */
export function violatedUnique(error: unknown): string | undefined {
  const found = driverError(error)
  return found?.code === '23505' ? (found.constraint ?? '') : undefined
}

export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const violated = violatedUnique(error)
  return violated !== undefined && (constraint === undefined || violated === constraint)
}

/** The name of the foreign key that refused a row, if that is what happened. */
export function violatedForeignKey(error: unknown): string | undefined {
  const found = driverError(error)
  return found?.code === '23503' ? (found.constraint ?? '') : undefined
}

/** Two transactions met (serialization failure or deadlock): the same work, tried again, may succeed. */
export function isTransactionConflict(error: unknown): boolean {
  const code = driverError(error)?.code
  return code === '40001' || code === '40P01'
}

/**
 * The error as `DatabaseUnavailableError` when it means that the database does not answer, else nothing. A refused
 * connection counts only when it is the database's: other services are reached by the same network.
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

/** The same for an error that is known to come from a database driver. */
export function driverUnavailable(error: unknown): DatabaseUnavailableError | undefined {
  const found = causes(error).find((link) => meansNoAnswer(link) || meansNoConnection(link))
  return asDatabaseUnavailable(error) ?? (found && unavailable(found, error))
}

function unavailable(reason: Error, cause: unknown): DatabaseUnavailableError {
  return new DatabaseUnavailableError(`The database does not answer: ${reasonOf(reason)}`, { cause })
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

/**
 * SQLSTATEs. Connection exceptions; out of disk, memory or connections; the server stops, starts or has crashed; a
 * statement or a transaction over its time limit; a replica that takes no writes.
 */
const sqlStates = /^(08...|53...|57P0.|57014|25P0[34]|25006)$/
const closedPglite = /^PGlite is clos(ed|ing)/

/** Failures that the PostgreSQL driver reports without a code. The texts are its own. */
const driverTexts = [
  /^connection terminated/i,
  /^timeout expired$/,
  /^timeout exceeded when trying to connect$/,
  /^query read timeout$/i,
  /^client (was closed|has encountered a connection error)/i,
  /^cannot use a pool after calling end on the pool$/i,
]

/** What only a database says. */
function meansNoAnswer(error: Error): boolean {
  const code = codeOf(error)
  return code === undefined ? closedPglite.test(error.message) : sqlStates.test(code)
}

/** What any connection may come to. */
function meansNoConnection(error: Error): boolean {
  const code = codeOf(error)
  return code === undefined ? driverTexts.some((text) => text.test(error.message)) : systemCodes.has(code)
}

function codeOf(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** Node reports a host with several addresses as an `AggregateError` without a text of its own. */
function reasonOf(error: Error): string {
  return error.message || codeOf(error) || error.name
}

function causes(error: unknown): Error[] {
  const chain: Error[] = []
  // Bounded: a chain may loop.
  for (let link = error; link instanceof Error && chain.length < 10; link = link.cause) chain.push(link)
  return chain
}
