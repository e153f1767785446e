/**
 * What a field does to its value on commit. Each function takes any string, never
 * throws, gives null for nothing, and changes nothing when it is applied to its own result.
 */

export interface TextNormalisation {
  /** Everything but the digits 0 to 9 goes. */
  isDigitsOnly?: boolean
  /** All letters become small or capital. */
  letterCase?: 'lower' | 'upper'
}

export type NumberKind = 'number' | 'integer' | 'decimal' | 'money' | 'percent'

/** The step of the arrow keys. */
export function numberStep(kind: NumberKind): number {
  return kind === 'number' || kind === 'integer' ? 1 : 0.01
}

const orNull = (text: string): string | null => (text === '' ? null : text)

export function normalizeText(
  text: string,
  { isDigitsOnly = false, letterCase }: TextNormalisation = {},
): string | null {
  const kept = isDigitsOnly ? text.replace(/\D/g, '') : text
  const cased =
    letterCase === 'lower' ? kept.toLowerCase() : letterCase === 'upper' ? kept.toUpperCase() : kept
  return orNull(cased.trim())
}

export function normalizeEmail(text: string): string | null {
  return normalizeText(text, { letterCase: 'lower' })
}

/** 'https://' goes before whatever does not start with 'http'. */
export function normalizeUrl(text: string): string | null {
  const trimmed = text.trim()
  return trimmed === '' || /^http/i.test(trimmed) ? orNull(trimmed) : `https://${trimmed}`
}

export function normalizeTel(text: string): string | null {
  return orNull(text.replace(/[^0-9+]/g, ''))
}

/** Passwords are left exactly as they were typed: a space may be part of one. */
export function normalizePassword(text: string): string | null {
  return orNull(text)
}

/** The last day of a month, 1 to 12, or 0 for a month that there is not. */
function daysInMonth(year: number, month: number): number {
  const isLeapYear = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
}

/** YYYY-MM-DD of a day that exists. */
export function isIsoDate(text: string): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!parts) return false
  const day = Number(parts[3])
  return day >= 1 && day <= daysInMonth(Number(parts[1]), Number(parts[2]))
}

/**
 * YYYY-MM-DD of what was typed: year, month and day in this order with any usual separator or none, with or without a time
 * behind. Whatever is not a day is left (trimmed), for the field to refuse it.
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
 * The value of a number field: `number` is rounded and never below 0, `integer` is rounded, the others are read as floats.
 * Null when the text starts with no finite number.
 */
export function normalizeNumber(text: string, kind: NumberKind): number | null {
  const parsed = Number.parseFloat(text)
  if (!Number.isFinite(parsed)) return null
  if (kind === 'number') return Math.max(0, Math.round(parsed))
  // Adding 0 turns -0, which would be shown as "-0" by nobody and "0" by some, into 0.
  return kind === 'integer' ? Math.round(parsed) + 0 : parsed + 0
}
