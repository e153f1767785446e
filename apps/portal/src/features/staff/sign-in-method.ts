/** Returns the part of the sign-in id before the bar, such as `auth0`. Undefined if the user has never signed in. */
export function signInMethod(auth0Id: string | null): string | undefined {
  return auth0Id?.split('|', 1)[0] || undefined
}
