import { describe, expect, it } from 'vitest'
import { countDifferences, countTexts, totalOf } from './sign-off-rules.ts'

const counts = { members: 3, invitations: 1, serviceAccounts: 0, tokens: 5, trustRules: 2, webhooks: 1 }

describe('countTexts', () => {
  it('names each kind that the list has', () => {
    expect(countTexts(counts)).toEqual([
      ...['3 members', '1 invitation', '5 API tokens', '2 trust rules', '1 webhook'],
    ])
    expect(totalOf(counts)).toBe(12)
  })

  it('names no webhooks for the previous release of the API, which does not count them', () => {
    const { webhooks: _, ...older } = counts
    expect([totalOf(older), countTexts(older).length]).toEqual([11, 4])
    expect(countDifferences({ ...counts, webhooks: 0 }, older)).toEqual([])
  })
})

describe('countDifferences', () => {
  it('names what the evidence has in place of what the user saw', () => {
    expect(countDifferences(counts, counts)).toEqual([])
    expect(countDifferences(counts, { ...counts, invitations: 0, tokens: 6 })).toEqual([
      '0 invitations instead of 1',
      '6 API tokens instead of 5',
    ])
  })
})
