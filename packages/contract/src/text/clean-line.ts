/** The stored form of names and other texts of one line. See docs/product/errors.md#text. */

/** The marks that reorder the text around them are refused instead, and the selectors after emoji and Han letters are part of them. */
const invisible = /^(?![\u202a-\u202e\u2066-\u2069]|\p{VS})[\s\p{DI}\p{Cf}]$/u

/** Removes spaces and other invisible characters at both ends, which a user can paste without noticing. */
export function stripInvisible(text: string): string {
  const characters = [...text]
  const isVisible = (character: string) => !invisible.test(character)
  const start = characters.findIndex(isVisible)
  return start < 0 ? '' : characters.slice(start, characters.findLastIndex(isVisible) + 1).join('')
}

/** The stored form of a text of one line: without invisible characters at the ends, with ordinary spaces, in NFC. */
export const cleanLine = (text: string): string =>
  stripInvisible(text)
    .replace(/[\u00a0\u3000]/g, ' ')
    .normalize('NFC')

/** Everything but spaces and invisible characters, such as U+3164, which Unicode counts as a letter. */
const visible = /[^\s\p{DI}\p{Cf}\u2800]/u

export const hasVisible = (text: string): boolean => visible.test(text)
