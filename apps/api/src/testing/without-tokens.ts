/** Tokens and codes: letters by chance, in which any word can stand. */
const byChance = /(?=[\w-]*\d)(?=[\w-]*[A-Z])[\w-]{20,}/g

/** What was answered, to look for words in that must not be there. */
export function withoutTokens(body: string): string {
  return body.replace(byChance, '…')
}
