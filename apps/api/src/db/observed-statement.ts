/** A driver's `query`, with promises. */
export type Query = (...parts: unknown[]) => Promise<unknown>

/** A statement without its values. */
export interface ObservedStatement {
  /** Set for a prepared statement. */
  name?: string | undefined
  text: string
}

/** Observes a statement, runs it and returns its result. */
export type ObserveStatement = <T>(statement: ObservedStatement, run: () => Promise<T>) => Promise<T>

/** Wraps a driver's `query` to observe each statement. Its first argument is the text or an object with the text. */
export function observedQuery(query: Query, observe: ObserveStatement): Query {
  return (...parts) => {
    const statement = statementOf(parts[0])
    // With a callback, `query` returns no promise to observe.
    if (!statement || typeof parts.at(-1) === 'function') return query(...parts)
    return observe(statement, () => query(...parts))
  }
}

function statementOf(part: unknown): ObservedStatement | undefined {
  if (typeof part === 'string') return { text: part }
  if (typeof part !== 'object' || part === null || !('text' in part)) return undefined
  const { text, name } = part as { text: unknown; name?: unknown }
  if (typeof text !== 'string') return undefined
  return { text, name: typeof name === 'string' ? name : undefined }
}
