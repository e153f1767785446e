import type { AccountDetails } from './account.ts'

const emailPattern = /^[^\s@<>"]+@[^\s@<>"]+$/

export const maxEmailLength = 254
export const maxPasswordLength = 256
const maxTextLength = 2_048

/** An invalid field. The message explains what is wrong with it. */
export class BadField extends Error {}

export function isEmail(text: string): boolean {
  return text.length <= maxEmailLength && emailPattern.test(text)
}

function readText(body: object, name: string): string | null | undefined {
  const value: unknown = Reflect.get(body, name)
  if (value === undefined || value === null) return value
  if (typeof value !== 'string' || value.length > maxTextLength) {
    throw new BadField(`${name} is a text of at most ${maxTextLength} characters.`)
  }
  return value.trim() || null
}

/** Parses the account fields present in a JSON body. @throws BadField */
export function readAccountDetails(
  body: unknown,
): Partial<AccountDetails> & { password?: string; provider?: unknown } {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new BadField('The body must be a JSON object.')
  }
  const email = readText(body, 'email')
  if (email === null || (email !== undefined && !isEmail(email))) throw new BadField('email is an address.')

  const emailVerified: unknown = Reflect.get(body, 'emailVerified')
  if (emailVerified !== undefined && typeof emailVerified !== 'boolean') {
    throw new BadField('emailVerified is true or false.')
  }
  const password: unknown = Reflect.get(body, 'password')
  if (password !== undefined && (typeof password !== 'string' || !isPassword(password))) {
    throw new BadField(`password has 1 to ${maxPasswordLength} characters.`)
  }
  const details = {
    email,
    emailVerified,
    password,
    givenName: readText(body, 'givenName'),
    familyName: readText(body, 'familyName'),
    nickname: readText(body, 'nickname'),
    picture: readText(body, 'picture'),
    provider: Reflect.get(body, 'provider'),
  }
  return Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined))
}

export function isPassword(text: string): boolean {
  return text.length >= 1 && text.length <= maxPasswordLength
}
