import { fieldMessages } from './validators.ts'

/** The password rules, in the order the hint lists them. */
export const passwordRules = [
  { label: 'a lower case letter', pattern: /\p{Ll}/u },
  { label: 'an upper case letter', pattern: /\p{Lu}/u },
  { label: 'a digit', pattern: /\p{Nd}/u },
  { label: 'a special character', pattern: /[^\p{L}\p{N}\s]/u },
] as const

/** Returns whether the password meets each rule. */
export function passwordVerdicts(password: string): { label: string; isKept: boolean }[] {
  return passwordRules.map(({ label, pattern }) => ({ label, isKept: pattern.test(password) }))
}

export function passwordProblem(password: unknown): string | undefined {
  if (typeof password !== 'string') return undefined
  return passwordRules.every(({ pattern }) => pattern.test(password)) ? undefined : fieldMessages.pattern
}
