/**
 * Validation rules shared by the forms, the calls and the server. The length is checked first, and a text that is too long is
 * refused before any pattern runs. See docs/product/errors.md#text.
 */
import * as z from 'zod/mini'
import {
  discordUsernameMaxLength,
  emailMaxLength,
  emailNameMaxLength,
  githubUsernameMaxLength,
  instanceUrlMaxLength,
  personNameMaxLength,
  pictureUrlMaxLength,
  reasonMaxLength,
  redirectPathMaxLength,
  requiredReasonMinLength,
  timestampMaxLength,
  ulidLength,
} from '../limits.ts'
import { messages } from '../messages.ts'
import { asciiHost } from './ascii-host.ts'
import { cleanLine, hasVisible, stripInvisible } from './clean-line.ts'

declare const URL: new (text: string, base: string) => { origin: string; pathname: string }
const ownOrigin = 'https://own.example'

/**
 * Whether a text has more than `max` characters as it was sent or in NFC, the form in which texts are stored. A character is a
 * Unicode code point, as in PostgreSQL, JSON Schema and Zod. Every limit on text is checked here.
 */
export const isTooLong = (text: string, max: number): boolean =>
  hasMoreThan(text, max) || hasMoreThan(text.normalize('NFC'), max)

// A code point has at most two code units, so texts of more than twice the limit are never counted.
const hasMoreThan = (text: string, max: number) =>
  text.length > max && (text.length > 2 * max || [...text].length > max)

/** Control characters, lone surrogates, and the marks that reorder the text around them. */
const notInOneLine = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u
const notInPlainText = /(?![\t\n\r])[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u

/** Whether a text contains only characters that are allowed in a name or another text of one line. */
export const isOneLine = (text: string) => !notInOneLine.test(text)

/** Whether a text contains only characters that are allowed in a text of several lines, such as a reason. */
export const isPlainText = (text: string) => !notInPlainText.test(text)

/** Refuses a text of more than `max` characters. No later check of the schema then runs. */
export const atMost = (max: number, message: string = messages.tooLong(max)) =>
  [
    z.maxLength(max, { error: message, abort: true }),
    z.refine<string>((text) => !isTooLong(text, max), { error: message, abort: true }),
  ] as const

/** Refuses a text without a visible character. No later check of the schema then runs. */
export const filled = z.refine<string>(hasVisible, {
  error: messages.required,
  abort: true,
})

/** A text of one line with at most `max` characters. Any further rule is checked by the server. */
export const lineOf = (max: number) =>
  z.string(messages.required).check(...atMost(max), z.refine(isOneLine, messages.oneLine))

/** The same, for a text that may not be empty. */
export const filledLineOf = (max: number) =>
  z
    .string(messages.required)
    .check(
      ...atMost(max),
      z.minLength(1, { error: messages.required, abort: true }),
      filled,
      z.refine(isOneLine, messages.oneLine),
    )

const joiners = /[\u200c-\u200d]/gu
/**
 * An invisible character that changes nothing. Persian, Sinhala and other scripts need joiners between letters, and Japanese
 * names need the selectors after Han letters.
 */
const strayInvisible =
  /(?<![\p{L}\p{M}])[\u200c-\u200d]|[\u200c-\u200d](?![\p{L}\p{M}])|(?<!\p{Script=Han})[\u{e0100}-\u{e01ef}]|(?![\u200c-\u200d]|[\u{e0100}-\u{e01ef}])\p{DI}/u
/** Catalan and Japanese have dots within words. */
const strayDot = /(?<![\p{L}\p{M}])[·・]|[·・](?![\p{L}\p{M}])/u
const personNameCharacters = /^[\p{L}\p{M}\p{Nd}\u200c-\u200d '‘’‐–\-.,_+&!#()·・]*$/u
const textFieldCharacters = /^[\p{L}\p{M}\p{Nd}\u200c-\u200d\-.,_@/+ ·・]*$/u
const ulidPattern = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/i
const emailLocalPart = /^[^\s@"(),:;<>[\\\]\p{Cc}\p{Cf}\p{Cs}]+$/u
const domainLabel = /^[\p{L}\p{M}\p{N}-]+$/u
const discordPlain = /^[\w.]{2,32}$/
const discordLegacy = /^[^#@:]{2,32}#[0-9]{4}$/u
const githubCharacters = /^[a-z\d-]{1,39}$/i

export function isUlid(value: string): boolean {
  return value.length === ulidLength && ulidPattern.test(value)
}

/** First, last and nickname: letters of any script, and nothing that looks like a web or email address. */
export function isPersonName(value: string): boolean {
  if (isTooLong(value, personNameMaxLength) || !isOneLine(value)) return false
  const name = cleanLine(value)
  return (
    personNameCharacters.test(name) &&
    !strayInvisible.test(name) &&
    (value.trim() === '' || hasVisible(name)) &&
    !name.replace(joiners, '').toLowerCase().includes('www.')
  )
}

/** Display name, description and billing text. The caller checks the length first. */
export function isTextField(value: string): boolean {
  if (!isOneLine(value)) return false
  const text = cleanLine(value)
  return textFieldCharacters.test(text) && !strayInvisible.test(text) && !strayDot.test(text)
}

export function isEmail(value: string): boolean {
  if (isTooLong(value, emailMaxLength)) return false
  const at = value.indexOf('@')
  if (at < 1 || at !== value.lastIndexOf('@')) return false
  const name = value.slice(0, at)
  const labels = value.slice(at + 1).split('.')
  return (
    !isTooLong(name, emailNameMaxLength) &&
    emailLocalPart.test(name) &&
    labels.length > 1 &&
    labels.every((label) => domainLabel.test(label) && !label.startsWith('-') && !label.endsWith('-'))
  )
}

/** The form in which addresses are compared: clean, in lower case, with the ASCII form of the domain. */
export const normalizeEmail = (value: string): string =>
  cleanLine(value)
    .toLowerCase()
    .replace(/(?<=@)[^@]*$/, asciiHost)

export function isDiscordUsername(value: string): boolean {
  if (isTooLong(value, discordUsernameMaxLength) || !isOneLine(value)) return false
  if (/^(discord|here|everyone)/i.test(value)) return false
  return (discordPlain.test(value) && !value.includes('..')) || discordLegacy.test(value)
}

export function isGithubUsername(value: string): boolean {
  return (
    !isTooLong(value, githubUsernameMaxLength) &&
    githubCharacters.test(value) &&
    !value.startsWith('-') &&
    !value.endsWith('-') &&
    !value.includes('--')
  )
}

/** An http or https URL without credentials. A host can't end with a colon, as in "https://ftp://files.example.com". */
export function isHttpUrl(value: string): boolean {
  return (
    !isTooLong(value, pictureUrlMaxLength) &&
    isOneLine(value) &&
    /^https?:\/\/[^\s/@\\?#\p{Cc}]*[^\s/@\\?#:\p{Cc}](?:[/?#][^\s\p{Cc}]*)?$/u.test(value)
  )
}

/**
 * A path on this site: it starts with exactly one slash, and no browser reads it as another host. Dot segments are resolved
 * first, because `/.//evil.example` becomes `//evil.example`.
 */
export function isLocalPath(value: string): boolean {
  if (!/^\/(?!\/)/.test(value) || value.includes('\\') || !isOneLine(value)) return false
  const { origin, pathname } = new URL(value, ownOrigin)
  return origin === ownOrigin && !pathname.startsWith('//')
}

/** Whether a browser may be redirected to this path. */
export function isRedirectPath(value: unknown): value is string {
  return typeof value === 'string' && !isTooLong(value, redirectPathMaxLength) && isLocalPath(value)
}

/** Whether the text is an existing calendar day, as `YYYY-MM-DD`. */
export function isDay(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const at = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value)
}

const timestampPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?$/

/**
 * Returns the UTC day of a date or an ISO timestamp as `YYYY-MM-DD`, or undefined for any other text. A timestamp without a
 * time zone counts as UTC.
 */
export function utcDayOf(value: string): string | undefined {
  if (isDay(value)) return value
  const timestamp = isTooLong(value, timestampMaxLength) ? null : timestampPattern.exec(value)
  if (!timestamp || !isDay(value.slice(0, 10))) return undefined
  const at = new Date(timestamp[1] ? value : `${value}Z`)
  if (Number.isNaN(at.getTime())) return undefined
  const day = at.toISOString().slice(0, 10)
  return isDay(day) ? day : undefined
}

const optionalText = (
  max: number,
  isFine: (value: string) => boolean,
  message: string,
  tooLongMessage?: string,
) =>
  z.nullable(
    z.string().check(
      ...atMost(max, tooLongMessage),
      z.refine((value) => value === '' || isFine(value), message),
    ),
  )

/** A text whose pattern includes its length, so that every violation has the same message. */
const optionalPattern = (max: number, isFine: (value: string) => boolean, message: string) =>
  optionalText(max, isFine, message, message)

const requiredText = (max: number, isFine: (value: string) => boolean, message: string) =>
  z.string(messages.required).check(...atMost(max), filled, z.refine(isFine, message))

export const idSchema = filledLineOf(64)
export const isoDateTimeSchema = z.string()

export const personNameSchema = optionalText(personNameMaxLength, isPersonName, messages.personName)
export const nicknameSchema = requiredText(personNameMaxLength, isPersonName, messages.personName)
export const discordUsernameSchema = optionalPattern(
  discordUsernameMaxLength,
  isDiscordUsername,
  messages.discord,
)
export const githubUsernameSchema = optionalPattern(
  githubUsernameMaxLength,
  isGithubUsername,
  messages.github,
)
export const pictureUrlSchema = optionalText(pictureUrlMaxLength, isHttpUrl, messages.url)

/** One email address as typed. Compare addresses with `normalizeEmail`. */
export const emailSchema = requiredText(
  emailMaxLength,
  (value) => isEmail(stripInvisible(value)),
  messages.email,
)

/** A text field, such as a display name or a description. */
export const requiredTextField = (max: number) => requiredText(max, isTextField, messages.textField)
export const optionalTextField = (max: number) => optionalText(max, isTextField, messages.textField)

export const instanceUrlSchema = requiredText(instanceUrlMaxLength, isOneLine, messages.url)

/**
 * A text field in a save. The schema accepts any text. The server validates only values that change, because a stored
 * value may break today's rule and must still be accepted when it is sent back: for example a name that staff entered or
 * that came from the identity provider.
 */
export const savedText = z.optional(z.string(messages.required))
/** The same, for a field that `null` clears. */
export const clearableText = z.optional(z.nullable(z.string()))

/** A text of any number of lines with at most `max` characters. */
export const plainTextOf = (max: number) =>
  z.string().check(...atMost(max), z.refine(isPlainText, messages.plainText))

/** The reason that staff must give for an action. */
export const givenReasonSchema = z.string(messages.required).check(
  ...atMost(reasonMaxLength),
  filled,
  z.refine(
    (text) => text.trim().length >= requiredReasonMinLength,
    `Enter at least ${requiredReasonMinLength} characters`,
  ),
  z.refine(isPlainText, messages.plainText),
)

/** The optional reason that staff give for an action. */
export const reasonSchema = z.optional(z.nullable(plainTextOf(reasonMaxLength)))

/** When a pause expires, if it does: a timestamp with a time zone. */
export const pauseEndSchema = z.optional(
  z.nullable(
    z.iso
      .datetime({
        offset: true,
        error: 'Enter a date and time with a time zone, such as 2024-08-14T12:00:00Z',
      })
      .check(...atMost(timestampMaxLength)),
  ),
)

const dayMessage = 'Enter a day such as 2024-08-14'

/** A UTC day: `YYYY-MM-DD`, or an ISO timestamp, whose day `utcDayOf` returns. */
export const daySchema = z.string(dayMessage).check(
  ...atMost(timestampMaxLength, dayMessage),
  z.refine((value) => utcDayOf(value) !== undefined, dayMessage),
)

export const localPathSchema = z
  .string(messages.pattern)
  .check(...atMost(redirectPathMaxLength, messages.pattern), z.refine(isRedirectPath, messages.pattern))
