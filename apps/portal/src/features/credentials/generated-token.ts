import type { CallResult } from '@portal/contract/endpoint'
import type { AuthToken, tokens } from '@portal/contract/tokens/tokens'

/** A token and its secret. The secret is never stored in a cache, browser storage, the URL or a log. */
export interface GeneratedToken {
  authToken: AuthToken
  value: string
}

/** Returns the token and its secret from a response. */
export function generatedTokenOf({ authToken, token }: CallResult<typeof tokens.create>): GeneratedToken {
  return { authToken, value: token }
}
