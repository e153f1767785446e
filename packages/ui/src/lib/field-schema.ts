/**
 * The shared form rules and messages of docs/product/interface.md#forms. Each check tests the length first, so that
 * very long input stays cheap.
 */
import * as z from 'zod/mini'
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

function isUrl(text: string): boolean {
  return !isTooLong(text, urlMaxLength) && urlPattern.test(text) && URL.canParse(text)
}

function isEmail(text: string): boolean {
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

const formats = {
  url: { isFine: isUrl, message: fieldMessages.url },
  email: { isFine: isEmail, message: fieldMessages.email },
  'time-string': { isFine: isTimeString, message: fieldMessages.timeString },
  date: { isFine: isIsoDate, message: fieldMessages.pattern },
}

/** The rules of a field. All of them are optional, and all but `isRequired` pass on an empty value. */
export interface FieldRules {
  isRequired?: boolean
  /** Default: 'This field is required'. */
  requiredMessage?: string
  /** The value that a required checkbox must have. */
  checkedValue?: unknown
  format?: keyof typeof formats
  /** A custom pattern, without the `g` flag. Its default message is 'This field is invalid'. */
  pattern?: RegExp
  patternMessage?: string
  minLength?: number
  maxLength?: number
  /** Says "Your password" instead of "Your input". */
  isPassword?: boolean
  /** A custom rule that returns the message to show, or undefined when the value is valid. */
  validate?: (value: unknown) => string | undefined
}

const isEmpty = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

/** Returns the schema of a field's rules. It reports only the first rule that the value breaks. */
export function fieldSchema(rules: FieldRules): z.ZodMiniType<unknown> {
  const {
    minLength = 0,
    maxLength = Number.POSITIVE_INFINITY,
    isPassword,
    validate = () => undefined,
  } = rules
  const format = rules.format && formats[rules.format]
  const { pattern } = rules
  const filled = (isFine: (value: unknown) => boolean, error: string | z.core.$ZodErrorMap) =>
    z.refine((value) => isEmpty(value) || isFine(value), { error, abort: true })
  const text = (isFine: (text: string) => boolean, error: string) =>
    filled((value) => typeof value !== 'string' || isFine(value), error)
  return z.unknown().check(
    z.refine(
      (value) =>
        !rules.isRequired || ('checkedValue' in rules ? value === rules.checkedValue : !isEmpty(value)),
      { error: rules.requiredMessage ?? fieldMessages.required, abort: true },
    ),
    text((typed) => !isTooLong(typed, maxLength), fieldMessages.tooLong(maxLength, isPassword)),
    text(
      (typed) => minLength === 0 || isTooLong(typed, minLength - 1),
      fieldMessages.tooShort(minLength, isPassword),
    ),
    text((typed) => !format || format.isFine(typed.trim()), format?.message ?? ''),
    text(
      (typed) => !pattern || (!isTooLong(typed, patternMaxLength) && typed.search(pattern) >= 0),
      rules.patternMessage ?? fieldMessages.pattern,
    ),
    filled(
      (value) => validate(value) === undefined,
      ({ input }) => validate(input),
    ),
  )
}

/** Returns the message for an invalid value, or undefined for a valid one. */
export function fieldProblem(value: unknown, rules: FieldRules): string | undefined {
  return fieldSchema(rules).safeParse(value).error?.issues[0]?.message
}
