export const identityStandIn = 'identity provider'

/** The sign-in methods. Each is the prefix of its accounts' subjects. */
export const accountProviders = ['auth0', 'github', 'google-oauth2'] as const
export type AccountProvider = (typeof accountProviders)[number]

export const providerNames: Record<AccountProvider, string> = {
  auth0: 'Password',
  github: 'GitHub',
  'google-oauth2': 'Google',
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

export interface Account extends Required<AccountDetails> {
  /** In the form `provider|id`. */
  subject: string
  passwordHash: string | null
  createdAt: string
  updatedAt: string
  lastLoginAt: string | null
  loginsCount: number
}

export function providerOf({ subject }: Account): AccountProvider {
  return accountProviders.find((provider) => subject.startsWith(`${provider}|`)) ?? 'auth0'
}

/** Returns the full name, or the email address if there is none, like Auth0. */
export function fullName({ givenName, familyName, email }: Account): string {
  return [givenName, familyName].filter(Boolean).join(' ') || email
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
    given_name: account.givenName ?? undefined,
    family_name: account.familyName ?? undefined,
    picture: account.picture ?? undefined,
    updated_at: account.updatedAt,
  }
}
