/**
 * Validation patterns shared by the forms, the calls and the server. Each check tests the length first and runs in linear
 * time. See docs/product/account.md#names and docs/product/workspaces.md#text-fields.
 */
import * as z from 'zod/mini'
import {
  emailMaxLength,
  instanceUrlMaxLength,
  personNameMaxLength,
  pictureUrlMaxLength,
  redirectPathMaxLength,
  ulidLength,
} from './limits.ts'

export const messages = {
  required: 'This field is required',
  url: 'Invalid URL',
  email: 'Invalid email',
  timeString: 'Invalid time string',
  pattern: 'This field is invalid',
  discord: 'Invalid discord tag',
  github: 'Invalid github username',
  managedRemoteUrl:
    'You cannot use an "app.systeminit" URL for a Remote URL Workspace. Use "Managed By System Initiative" instead.',
  localRemoteUrl:
    'You cannot use a "localhost" URL for a Remote URL Workspace. Use "Local Dev Instance" instead.',
  textField: 'Only letters, digits, spaces and - . , _ @ / + are allowed',
  personName: "Only letters, digits, spaces and ' - . , _ + & ! # ( ) are allowed, and no web address",
  tooLong: (max: number) => `Your input cannot be more than ${max} characters long.`,
} as const

const personNameCharacters = /^[\p{L}\p{M}\p{Nd} '’\-.,_+&!#()]*$/u
const textFieldCharacters = /^[\p{L}\p{M}\p{Nd}\-.,_@/+ ]*$/u
const ulidPattern = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/i
const emailLocalPart = /^[^\s@"(),:;<>[\\\]\p{Cc}\p{Cf}]+$/u
const domainLabel = /^[\p{L}\p{M}\p{N}-]+$/u
const discordPlain = /^[\w.]{2,32}$/
const discordLegacy = /^[^#@:\p{Cc}]{2,32}#[0-9]{4}$/u
const githubCharacters = /^[a-z\d-]{1,39}$/i

export function isUlid(value: string): boolean {
  return value.length === ulidLength && ulidPattern.test(value)
}

/** First, last and nickname: letters of any script, and nothing that looks like a web or e-mail address. */
export function isPersonName(value: string): boolean {
  return (
    value.length <= personNameMaxLength &&
    personNameCharacters.test(value) &&
    !value.toLowerCase().includes('www.')
  )
}

/** Display name, description and billing text. The caller checks the length first. */
export function isTextField(value: string): boolean {
  return textFieldCharacters.test(value)
}

export function isEmail(value: string): boolean {
  if (value.length > emailMaxLength) return false
  const at = value.indexOf('@')
  if (at < 1 || at > 64 || at !== value.lastIndexOf('@')) return false
  const labels = value.slice(at + 1).split('.')
  return (
    emailLocalPart.test(value.slice(0, at)) &&
    labels.length > 1 &&
    labels.every((label) => domainLabel.test(label) && !label.startsWith('-') && !label.endsWith('-'))
  )
}

/** Normalizes an e-mail address for comparison: trimmed, NFC, lower case. */
export function normalizeEmail(value: string): string {
  return value.trim().normalize('NFC').toLowerCase()
}

export function isDiscordUsername(value: string): boolean {
  if (value.length > 40 || /^(discord|here|everyone)/i.test(value)) return false
  return (discordPlain.test(value) && !value.includes('..')) || discordLegacy.test(value)
}

export function isGithubUsername(value: string): boolean {
  return (
    value.length <= 39 &&
    githubCharacters.test(value) &&
    !value.startsWith('-') &&
    !value.endsWith('-') &&
    !value.includes('--')
  )
}

/** An http or https URL without credentials. A host can't end with a colon, as in "https://ftp://files.example.com". */
export function isHttpUrl(value: string): boolean {
  return (
    value.length <= pictureUrlMaxLength &&
    /^https?:\/\/[^\s/@\\?#\p{Cc}]*[^\s/@\\?#:\p{Cc}](?:[/?#][^\s\p{Cc}]*)?$/u.test(value)
  )
}

/** A path on this site: it starts with exactly one slash, and no browser reads it as another host. */
export function isLocalPath(value: string): boolean {
  return /^\/(?![/\\])[^\p{Cc}]*$/u.test(value) && !value.includes('\\')
}

/** Whether a browser may be redirected to this path. */
export function isRedirectPath(value: unknown): value is string {
  return typeof value === 'string' && value.length <= redirectPathMaxLength && isLocalPath(value)
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
  const timestamp = value.length > 40 ? null : timestampPattern.exec(value)
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
  tooLongMessage: string = messages.tooLong(max),
) =>
  z.nullable(
    z.string().check(
      z.maxLength(max, tooLongMessage),
      z.refine((value) => value.length > max || value === '' || isFine(value), message),
    ),
  )

/** A text whose pattern includes its length, so that every violation has the same message. */
const optionalPattern = (max: number, isFine: (value: string) => boolean, message: string) =>
  optionalText(max, isFine, message, message)

const requiredText = (max: number, isFine: (value: string) => boolean, message: string) =>
  z.string(messages.required).check(
    z.maxLength(max, messages.tooLong(max)),
    z.refine((value) => value.length > max || value.trim() !== '', messages.required),
    z.refine((value) => value.length > max || isFine(value), message),
  )

export const idSchema = z.string().check(z.minLength(1), z.maxLength(64))
export const ulidSchema = z.string().check(z.refine(isUlid, 'Enter an ID of 26 letters and digits'))
export const isoDateTimeSchema = z.string()

export const personNameSchema = optionalText(personNameMaxLength, isPersonName, messages.personName)
export const nicknameSchema = requiredText(personNameMaxLength, isPersonName, messages.personName)
export const discordUsernameSchema = optionalPattern(40, isDiscordUsername, messages.discord)
export const githubUsernameSchema = optionalPattern(39, isGithubUsername, messages.github)
export const pictureUrlSchema = optionalText(pictureUrlMaxLength, isHttpUrl, messages.url)

/** An e-mail address as typed. Compare addresses with `normalizeEmail`. */
export const emailSchema = z.string(messages.required).check(
  z.maxLength(emailMaxLength, messages.tooLong(emailMaxLength)),
  z.refine((value) => value.length > emailMaxLength || value.trim() !== '', messages.required),
  z.refine((value) => value.length > emailMaxLength || isEmail(value.trim()), messages.email),
)

/** A required text field, for example a display name. */
export const requiredTextField = (max: number) => requiredText(max, isTextField, messages.textField)
/** An optional text field, for example a description. */
export const optionalTextField = (max: number) => optionalText(max, isTextField, messages.textField)

export const instanceUrlSchema = z.string(messages.required).check(
  z.maxLength(instanceUrlMaxLength, messages.tooLong(instanceUrlMaxLength)),
  z.refine((value) => value.length > instanceUrlMaxLength || value.trim() !== '', messages.required),
)

/**
 * A text field in a save. The schema accepts any text. The server validates only values that change, because a stored
 * value may break today's rule and must still be accepted when it is sent back: for example a name that staff entered or
 * that came from the identity provider.
 */
export const savedText = z.optional(z.string(messages.required))
/** The same, for a field that `null` clears. */
export const clearableText = z.optional(z.nullable(z.string()))

/** The optional reason that staff give for an action. */
export const reasonSchema = z.optional(z.nullable(z.string().check(z.maxLength(1_000))))

/** When a pause expires, if it does: a timestamp with a time zone. */
export const pauseEndSchema = z.optional(
  z.nullable(
    z.iso
      .datetime({
        offset: true,
        error: 'Enter a date and time with a time zone, such as 2024-08-14T12:00:00Z',
      })
      .check(z.maxLength(40)),
  ),
)

/** A UTC day: `YYYY-MM-DD`, or an ISO timestamp, whose day `utcDayOf` returns. */
export const daySchema = z.string().check(
  z.maxLength(40),
  z.refine((value) => value.length > 40 || utcDayOf(value) !== undefined, 'Enter a day such as 2024-08-14'),
)

export const localPathSchema = z
  .string()
  .check(z.maxLength(redirectPathMaxLength), z.refine(isRedirectPath, messages.pattern))
