import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isTooLong } from './text-rules.ts'
import { truncateText } from './truncate-text.ts'

describe('truncateText', () => {
  it.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'abc'],
    ['𠮷𠮷𠮷', 3, '𠮷𠮷𠮷'],
    ['a𠮷𠮷𠮷', 3, 'a𠮷𠮷'],
    ['abe\u0301', 3, 'ab'],
    ['ab👩‍🚀', 4, 'ab'],
    ['a🇩🇪b', 2, 'a'],
    ['a\ufb2cb', 3, 'a'],
    ['\ufb2c', 1, '\ufb2c'],
    ['', 1, ''],
  ])('shortens %j to %i characters as %j', (text, max, short) => {
    expect(truncateText(text, max)).toBe(short)
  })

  it('cuts inside a single visible character that is longer than the limit', () => {
    expect(truncateText(`a${'\u0301'.repeat(1_000)}`, 10)).toBe(`a${'\u0301'.repeat(9)}`)
  })

  it('returns a prefix within the limit, or a single character, and never splits a surrogate pair', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.string({ unit: fc.constantFrom('a', '𠮷', '\u0301', '\u200d', '👩', '🇩', '\u202e'), maxLength: 60 }),
    )
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 40 }), (whole, max) => {
        const short = truncateText(whole, max)
        expect(whole.startsWith(short)).toBe(true)
        // NFC expands some characters to as many as three code points. A text is never shortened to nothing.
        expect(isTooLong(short, max) && [...short].length > 1).toBe(false)
        expect(short.isWellFormed()).toBe(true)
        expect(short === '').toBe(whole === '')
      }),
      { numRuns: 1_000 },
    )
  })
})
