/**
 * The shared form rules and messages of docs/product/interface.md#forms. Each check tests the length first, so that
 * very long input stays cheap.
 */
import { isIsoDate } from './normalize.ts'
import { isTooLong } from './text-length.ts'
import { isTimeString } from './time-string.ts'

export const fieldMessages = {
  required: 'This field is required',
  url: 'Invalid URL',
  email: 'Invalid email',
  timeString: 'Invalid time string',
  pattern: 'This field is invalid',
  tooShort: (min: number, isPassword = false) =>
    `Your ${isPassword ? 'password' : 'input'} must be at least ${min} characters long.`,
  tooLong: (max: number, isPassword = false) =>
    `Your ${isPassword ? 'password' : 'input'} cannot be more than ${max} characters long.`,
} as const

const urlMaxLength = 2_048
const emailMaxLength = 254
const emailNameMaxLength = 64
/** Longer text is never matched against a pattern, because a custom pattern may be slow. */
const patternMaxLength = 10_000

const emailName = /^[^\s@"(),:;<>[\\\]\p{Cc}\p{Cf}\p{Cs}]+$/u
const domainLabel = /^[\p{L}\p{M}\p{N}-]+$/u

/**
 * Requires a host, and a port after a colon. Without this, "https://ftp://files.example.com" would pass with the host
 * "ftp".
 */
const urlPattern = /^(?:https?|ftp):\/\/[^\s/?#]*[^\s/?#:](?:[/?#]\S*)?$/i

/** Whether the text is an http, https or ftp URL. False for empty text. */
export function isUrl(text: string): boolean {
  return !isTooLong(text, urlMaxLength) && urlPattern.test(text) && URL.canParse(text)
}

export function isEmail(text: string): boolean {
  if (isTooLong(text, emailMaxLength)) return false
  const at = text.indexOf('@')
  if (at < 1 || at !== text.lastIndexOf('@')) return false
  const name = text.slice(0, at)
  const labels = text.slice(at + 1).split('.')
  return (
    !isTooLong(name, emailNameMaxLength) &&
    emailName.test(name) &&
    labels.length > 1 &&
    labels.every((label) => domainLabel.test(label) && !label.startsWith('-') && !label.endsWith('-'))
  )
}

export type TextFormat = 'url' | 'email' | 'time-string' | 'date'

const formats: Record<TextFormat, { isFine: (text: string) => boolean; message: string }> = {
  url: { isFine: isUrl, message: fieldMessages.url },
  email: { isFine: isEmail, message: fieldMessages.email },
  'time-string': { isFine: isTimeString, message: fieldMessages.timeString },
  date: { isFine: isIsoDate, message: fieldMessages.pattern },
}

/** The rules of a field. All of them are optional, and all but `isRequired` pass on an empty value. */
export interface FieldRules {
  isRequired?: boolean
  requiredMessage?: string
  /** The value that a required checkbox must have. */
  checkedValue?: unknown
  format?: TextFormat
  /** A custom pattern, without the `g` flag. */
  pattern?: RegExp
  patternMessage?: string
  minLength?: number
  maxLength?: number
  /** Says "Your password" instead of "Your input". */
  isPassword?: boolean
  /** A custom rule that returns the message to show, or undefined when the value is valid. */
  validate?: (value: unknown) => string | undefined
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}

function textProblem(text: string, rules: FieldRules): string | undefined {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, isPassword, format, pattern } = rules
  if (isTooLong(text, maxLength)) return fieldMessages.tooLong(maxLength, isPassword)
  if (minLength > 0 && !isTooLong(text, minLength - 1)) return fieldMessages.tooShort(minLength, isPassword)
  if (format && !formats[format].isFine(text.trim())) return formats[format].message
  if (pattern && (isTooLong(text, patternMaxLength) || text.search(pattern) < 0)) {
    return rules.patternMessage ?? fieldMessages.pattern
  }
  return undefined
}

/** Returns the message for an invalid value, or undefined for a valid one. */
export function fieldProblem(value: unknown, rules: FieldRules): string | undefined {
  const isMissing = 'checkedValue' in rules ? value !== rules.checkedValue : isEmpty(value)
  if (isMissing) {
    return rules.isRequired ? (rules.requiredMessage ?? fieldMessages.required) : undefined
  }
  const problem = typeof value === 'string' ? textProblem(value, rules) : undefined
  return problem ?? rules.validate?.(value)
}
