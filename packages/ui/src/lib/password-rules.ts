import { fieldMessages } from './validators.ts'

/** What a password must have, in the order of the hint. */
export const passwordRules = [
  { label: 'a lower case letter', pattern: /\p{Ll}/u },
  { label: 'an upper case letter', pattern: /\p{Lu}/u },
  { label: 'a digit', pattern: /\p{Nd}/u },
  { label: 'a special character', pattern: /[^\p{L}\p{N}\s]/u },
] as const

/** For each rule, whether the password keeps it. */
export function passwordVerdicts(password: string): { label: string; isKept: boolean }[] {
  return passwordRules.map(({ label, pattern }) => ({ label, isKept: pattern.test(password) }))
}

export function passwordProblem(password: unknown): string | undefined {
  if (typeof password !== 'string') return undefined
  return passwordRules.every(({ pattern }) => pattern.test(password)) ? undefined : fieldMessages.pattern
}
