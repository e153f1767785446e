import { stripInvisible } from '../text/clean-line.ts'
import { normalizeEmail } from '../text/text-rules.ts'

/**
 * The keys under which an account with this address may be stored: the normalized address, and the one of an earlier release, which
 * kept the domain as it was typed.
 */
export const emailKeysOf = (value: string): string[] => [
  ...new Set([normalizeEmail(value), stripInvisible(value).normalize('NFC').toLowerCase()]),
]
