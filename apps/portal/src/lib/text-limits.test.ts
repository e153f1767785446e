/** The design system's forms and the contract count characters the same way, so that a form never accepts what the API refuses. */
import * as contract from '@portal/contract/text/text-rules'
import { truncateText } from '@portal/contract/text/truncate-text'
import * as ui from '@portal/ui/lib/text-length'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const text = fc.string({
  unit: fc.constantFrom('a', '𝒜', '\ud835', 'e\u0301', '\ufb2c', '👩‍🚀', '🇩', '\u202e'),
  maxLength: 30,
})

describe('a limit on text', () => {
  it('counts the same characters in a form and in the contract', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 0, max: 40 }), (value, max) => {
        expect(ui.isTooLong(value, max)).toBe(contract.isTooLong(value, max))
      }),
      { numRuns: 500 },
    )
  })

  it('truncates to the same text in a form and in the contract', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 40 }), (value, max) => {
        expect(ui.truncateText(value, max)).toBe(truncateText(value, max))
      }),
      { numRuns: 500 },
    )
  })
})
