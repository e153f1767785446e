import type { CallResult } from '@portal/contract/endpoint'
import type { AuthToken, tokens } from '@portal/contract/tokens'

/** A token and its secret. The secret is never stored in the query cache, browser storage, the URL or a log. */
export interface GeneratedToken {
  authToken: AuthToken
  value: string
}

/**
 * Removes the secret from the response and returns both. The request layer keeps responses while the page is open, but the
 * secret must be gone when its dialog closes.
 */
export function takeSecret(answer: CallResult<typeof tokens.create>): GeneratedToken {
  const generated = { authToken: answer.authToken, value: answer.token }
  answer.token = ''
  return generated
}
