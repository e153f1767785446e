/** How the command palette compares what the user types with its entries. */

/** Splits a search into words in lower case. */
export const splitWords = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean)

/** Returns the words that the label doesn't contain and that start no keyword. */
export function missingWords(words: readonly string[], label: string, keywords = ''): string[] {
  const lower = label.toLowerCase()
  const others = keywords.split(' ')
  return words.filter((word) => !lower.includes(word) && !others.some((other) => other.startsWith(word)))
}
