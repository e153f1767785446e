import { isTooLong } from './text-rules.ts'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * Returns the text, or its first characters if it has more than `max`. Never cuts a visible character, such as an emoji or a
 * letter with its accents, unless that one alone is longer than the limit. Keeps at least one code point.
 */
export function truncateText(text: string, max: number): string {
  if (!isTooLong(text, max)) return text
  // The first `max` code points have at most twice as many code units.
  const characters = [...text.slice(0, 2 * max)].slice(0, max)
  while (characters.length > 1 && isTooLong(characters.join(''), max)) characters.pop()
  const cut = characters.join('')
  const start = graphemes.segment(text).containing(cut.length)?.index ?? 0
  return start === 0 ? cut : text.slice(0, start)
}
