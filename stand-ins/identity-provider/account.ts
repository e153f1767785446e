/** The sign-in methods. Each is the prefix of its accounts' subjects. */
const accountProviders = ['auth0', 'github', 'google-oauth2'] as const
export type AccountProvider = (typeof accountProviders)[number]

export const providerNames: Record<AccountProvider, string> = {
  auth0: 'Password',
  github: 'GitHub',
  'google-oauth2': 'Google',
}

export function isAccountProvider(value: unknown): value is AccountProvider {
  return accountProviders.some((provider) => provider === value)
}

export interface Account {
  /** In the form `provider|id`. */
  subject: string
  email: string
  emailVerified: boolean
  givenName: string | null
  familyName: string | null
  nickname: string
  picture: string | null
  passwordHash: string | null
  createdAt: string
  updatedAt: string
  lastLoginAt: string | null
  loginsCount: number
}

/** The fields that a user or a script can set. */
export interface AccountDetails {
  email: string
  emailVerified?: boolean
  givenName?: string | null
  familyName?: string | null
  nickname?: string | null
  picture?: string | null
}

export function providerOf(account: Account): AccountProvider {
  const prefix = account.subject.split('|', 1)[0]
  return isAccountProvider(prefix) ? prefix : 'auth0'
}

/** Returns the full name, or the email address if there is none, like Auth0. */
export function fullName(account: Account): string {
  return [account.givenName, account.familyName].filter(Boolean).join(' ') || account.email
}

/** Compares email addresses, ignoring case and surrounding whitespace. */
export function sameEmail(one: string, other: string): boolean {
  const plain = (email: string) => email.trim().normalize('NFC').toLowerCase()
  return plain(one) === plain(other)
}

/** Returns the claims of the ID token and the userinfo endpoint in Auth0's format. */
export function accountClaims(account: Account) {
  return {
    sub: account.subject,
    email: account.email,
    email_verified: account.emailVerified,
    name: fullName(account),
    nickname: account.nickname,
    ...(account.givenName === null ? {} : { given_name: account.givenName }),
    ...(account.familyName === null ? {} : { family_name: account.familyName }),
    ...(account.picture === null ? {} : { picture: account.picture }),
    updated_at: account.updatedAt,
  }
}

/** Returns an account for a JSON response, without the password hash. */
export function publicAccount(account: Account) {
  const { passwordHash: _, ...shown } = account
  return { ...shown, provider: providerOf(account) }
}
