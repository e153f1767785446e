import { describe, expect, it } from 'vitest'
import { chosenTokens, endingText } from './token-move-rules.ts'

const now = new Date('2026-03-02T12:00:00.000Z')
const usedAt = (lastUsedAt: string | null) => ({ lastUsedAt })
const recently = usedAt('2026-03-01T12:00:00.001Z')
const long = usedAt('2026-03-01T12:00:00.000Z')

describe('endingText', () => {
  it('counts the tokens, and those used in the last 24 hours', () => {
    expect(endingText([recently, recently, long], now)).toBe(
      '3 API tokens stop working. 2 were used in the last 24 hours.',
    )
  })

  it('says "none used" when none of several tokens was used', () => {
    expect(endingText([long, usedAt(null)], now)).toBe(
      '2 API tokens stop working. None were used in the last 24 hours.',
    )
  })

  it('uses the singular for one token', () => {
    expect(endingText([recently], now)).toBe('1 API token stops working. It was used in the last 24 hours.')
    expect(endingText([usedAt(null)], now)).toBe(
      '1 API token stops working. It was not used in the last 24 hours.',
    )
  })
})

describe('chosenTokens', () => {
  it('returns the tokens with a chosen service account, in the order of the list', () => {
    const [first, second, third] = [{ id: 'T1' }, { id: 'T2' }, { id: 'T3' }]
    expect(chosenTokens([first, second, third], { T3: 'S1', T1: 'S2', gone: 'S1' })).toEqual([
      { token: first, serviceAccountId: 'S2' },
      { token: third, serviceAccountId: 'S1' },
    ])
  })
})
