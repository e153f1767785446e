/**
 * How fields normalize their value on commit. Each function accepts any string, never throws, returns null for an empty
 * value and is idempotent.
 */

export interface TextNormalization {
  /** Removes everything but the digits 0 to 9. */
  isDigitsOnly?: boolean
  /** Converts all letters to lower or upper case. */
  letterCase?: 'lower' | 'upper'
}

export type NumberKind = 'number' | 'integer' | 'decimal' | 'money' | 'percent'

/** Returns the step of the arrow keys. */
export function numberStep(kind: NumberKind): number {
  return kind === 'number' || kind === 'integer' ? 1 : 0.01
}

const invisible = /^[\s\p{DI}\p{Cf}]$/u

/** Removes spaces and other invisible characters at both ends, which a user can paste without noticing. */
function trim(text: string): string {
  const characters = [...text]
  const isVisible = (character: string) => !invisible.test(character)
  const start = characters.findIndex(isVisible)
  return start < 0 ? '' : characters.slice(start, characters.findLastIndex(isVisible) + 1).join('')
}

const orNull = (text: string): string | null => (text === '' ? null : text)

export function normalizeText(
  text: string,
  { isDigitsOnly = false, letterCase }: TextNormalization = {},
): string | null {
  const kept = isDigitsOnly ? text.replace(/\D/g, '') : text
  const cased =
    letterCase === 'lower' ? kept.toLowerCase() : letterCase === 'upper' ? kept.toUpperCase() : kept
  return orNull(trim(cased))
}

export function normalizeEmail(text: string): string | null {
  return normalizeText(text, { letterCase: 'lower' })
}

/** Adds 'https://' to text that does not start with 'http'. */
export function normalizeUrl(text: string): string | null {
  const trimmed = trim(text)
  return trimmed === '' || /^http/i.test(trimmed) ? orNull(trimmed) : `https://${trimmed}`
}

export function normalizeTel(text: string): string | null {
  return orNull(text.replace(/[^0-9+]/g, ''))
}

/** Passwords stay exactly as typed, because a space may be part of one. */
export function normalizePassword(text: string): string | null {
  return orNull(text)
}

/** Returns the last day of a month (1 to 12), or 0 for an invalid month. */
function daysInMonth(year: number, month: number): number {
  const isLeapYear = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
}

/** Whether the text is a YYYY-MM-DD date that exists. */
export function isIsoDate(text: string): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!parts) return false
  const day = Number(parts[3])
  return day >= 1 && day <= daysInMonth(Number(parts[1]), Number(parts[2]))
}

/**
 * Converts typed text to YYYY-MM-DD. Accepts year, month and day in this order, with or without a common separator and
 * a trailing time. Text that is not a valid date is only trimmed, and the field then rejects it.
 */
export function normalizeDate(text: string): string | null {
  const trimmed = text.trim()
  const head = trimmed.slice(0, 40)
  const parts =
    /^(\d{4})[-/. ](\d{1,2})[-/. ](\d{1,2})(?:[T ].*)?$/s.exec(head) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(head)
  if (!parts || trimmed.length > head.length) return orNull(trimmed)
  const [, year = '', month = '', day = ''] = parts
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isIsoDate(date) ? date : orNull(trimmed)
}

/**
 * Returns the value of a number field: `number` is rounded and at least 0, `integer` is rounded, the others are parsed
 * as floats. Returns null when the text does not start with a finite number.
 */
export function normalizeNumber(text: string, kind: NumberKind): number | null {
  const parsed = Number.parseFloat(text)
  if (!Number.isFinite(parsed)) return null
  if (kind === 'number') return Math.max(0, Math.round(parsed))
  // Adding 0 turns -0 into 0. Some formatters would show "-0".
  return kind === 'integer' ? Math.round(parsed) + 0 : parsed + 0
}
