/** Tokens and codes are random text, which can contain any word by chance. */
const byChance = /(?=[\w-]*\d)(?=[\w-]*[A-Z])[\w-]{20,}/g

/** Removes tokens and codes from a response body, so that it can be searched for forbidden words. */
export function withoutTokens(body: string): string {
  return body.replace(byChance, '…')
}
