/** What the drivers report, told apart. Drizzle wraps their errors, so the whole chain of causes is read. */

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
    if ('code' in link && typeof link.code === 'string') {
      const constraint =
        'constraint' in link && typeof link.constraint === 'string' ? link.constraint : undefined
      return { code: link.code, constraint, message: link.message }
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

/** The error as `DatabaseUnavailableError` when it means that the database does not answer, else nothing. */
export function asDatabaseUnavailable(error: unknown): DatabaseUnavailableError | undefined {
  for (const link of causes(error)) {
    if (link instanceof DatabaseUnavailableError) return link
    if (meansNoAnswer(link)) {
      return new DatabaseUnavailableError(`The database does not answer: ${reasonOf(link)}`, { cause: error })
    }
  }
  return undefined
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

/** Statement cancelled by its time limit; idle transaction ended; too many connections; read-only replica. */
const sqlStates = new Set(['57014', '57P05', '25P03', '25P04', '53300', '25006'])
/** Connection exceptions; the server is starting, stopping or crashed; out of disk or memory. */
const sqlStateClasses = ['08', '57P0', '53']

/** Failures that the drivers report without a code. The texts are theirs. */
const driverTexts = [
  /^connection terminated/i,
  /^timeout expired$/,
  /^timeout exceeded when trying to connect$/,
  /^query read timeout$/i,
  /^client (was closed|has encountered a connection error)/i,
  /^cannot use a pool after calling end on the pool$/i,
  /^PGlite is (closed|closing)/,
]

function meansNoAnswer(error: Error): boolean {
  if ('code' in error && typeof error.code === 'string') {
    const { code } = error
    return (
      systemCodes.has(code) || sqlStates.has(code) || sqlStateClasses.some((start) => code.startsWith(start))
    )
  }
  return driverTexts.some((text) => text.test(error.message))
}

/** Node reports a host with several addresses as an `AggregateError` without a text of its own. */
function reasonOf(error: Error): string {
  if (error.message) return error.message
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

function causes(error: unknown): Error[] {
  const chain: Error[] = []
  // Bounded: a chain may loop.
  for (let link = error; link instanceof Error && chain.length < 10; link = link.cause) chain.push(link)
  return chain
}
