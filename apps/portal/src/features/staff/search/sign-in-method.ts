/** How an account signs in: the part of its sign-in id before the bar (RULES section 9). Undefined without a sign-in. */
export function signInMethod(auth0Id: string | null): string | undefined {
  return auth0Id?.split('|', 1)[0] || undefined
}
