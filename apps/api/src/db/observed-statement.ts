/** A statement as it is seen from outside: never with its values. */
export interface ObservedStatement {
  /** Of a prepared one. */
  name?: string | undefined
  text: string
}

/** Is told of a statement, runs it, and hands back what it answers. */
export type ObserveStatement = <T>(statement: ObservedStatement, run: () => Promise<T>) => Promise<T>

type Ask = (...parts: unknown[]) => Promise<unknown>

/** A driver's `query` that tells of each statement: its first part is a text, or an object that holds one. */
export function observedQuery(query: Ask, observe: ObserveStatement): Ask {
  return (...parts) => {
    const statement = statementOf(parts[0])
    // Asked with a callback it answers nothing to wait for.
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
