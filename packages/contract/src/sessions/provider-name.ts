const names: Partial<Record<string, string>> = {
  auth0: 'Email and password',
  github: 'GitHub',
  'google-oauth2': 'Google',
}

/** The part of an identity's subject before the bar, such as `github`. */
export const providerOf = (subject: string): string => subject.split('|')[0] ?? ''

/** Returns the display name of an identity's provider. An unlisted provider is shown under its own name. */
export function providerName(subject: string): string {
  const provider = providerOf(subject)
  return names[provider] ?? provider
}
