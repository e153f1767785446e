import type { CallResult } from '@portal/contract/endpoint'
import type { AuthToken, tokens } from '@portal/contract/tokens'

/** A token and its secret, which is nowhere else: not in the cache, in storage, in the address or in a log. */
export interface GeneratedToken {
  authToken: AuthToken
  value: string
}

/**
 * Takes the secret out of the answer. The request layer remembers the answer for as long as the page is open; the secret
 * must go with the dialog that shows it (RULES section 7).
 */
export function takeSecret(answer: CallResult<typeof tokens.create>): GeneratedToken {
  const generated = { authToken: answer.authToken, value: answer.token }
  answer.token = ''
  return generated
}
