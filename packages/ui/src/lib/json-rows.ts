import { isTooLong, truncateText } from './text-length.ts'

export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue }

/** One row of a JSON tree. */
export interface JsonRow {
  /** The row's JSON pointer (RFC 6901), which is unique in the tree. */
  pointer: string
  /** The key or index. Undefined for the root. */
  name: string | undefined
  value: JsonValue
  hasChildren: boolean
}

/** Limit on the entries shown of one list or object, which keeps the page fast. */
export const maxShownEntries = 200

/** Longer strings are truncated to this many characters. */
const maxShownCharacters = 1_000

function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

function isContainer(value: JsonValue): value is JsonValue[] | { [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null
}

export function entryCount(value: JsonValue): number {
  if (!isContainer(value)) return 0
  return Array.isArray(value) ? value.length : Object.keys(value).length
}

export function jsonRow(value: JsonValue, name?: string, parentPointer = ''): JsonRow {
  const pointer = name === undefined ? '' : `${parentPointer}/${escapePointer(name)}`
  return { pointer, name, value, hasChildren: entryCount(value) > 0 }
}

/** Returns the child rows, at most `maxShownEntries` of them. `entryCount` returns the full number. */
export function childRows({ value, pointer }: JsonRow): JsonRow[] {
  if (!isContainer(value)) return []
  if (Array.isArray(value)) {
    return value.slice(0, maxShownEntries).map((entry, index) => jsonRow(entry, String(index), pointer))
  }
  return Object.entries(value)
    .slice(0, maxShownEntries)
    .map(([name, entry]) => jsonRow(entry, name, pointer))
}

/** Summarizes a value: scalars as JSON (long strings are truncated), containers by size. */
export function summarizeJson(value: JsonValue): string {
  if (typeof value === 'string' && isTooLong(value, maxShownCharacters)) {
    return `${JSON.stringify(truncateText(value, maxShownCharacters))}…`
  }
  if (!isContainer(value)) return JSON.stringify(value) ?? 'null'
  const count = entryCount(value)
  const noun = Array.isArray(value) ? 'item' : 'key'
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  return count === 0 ? `${open}${close}` : `${open} ${count} ${noun}${count === 1 ? '' : 's'} ${close}`
}
