import { messages } from '@portal/contract/text-rules'
import { describe, expect, it } from 'vitest'
import { Refusal } from '../../http/refusal.ts'
import { durationInWords, tokenLifetimeMs } from './token-rules.ts'

const dayMs = 86_400_000
const twoYearsMs = 2 * 365.25 * dayMs

function messageOf(expiration: string): string {
  try {
    tokenLifetimeMs(expiration, twoYearsMs)
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
  return 'fine'
}

describe('a lifetime', () => {
  it.each([
    ['48h', 2 * dayMs],
    ['1d', dayMs],
    ['1m', 60_000],
    [' 1y ', 365.25 * dayMs],
    ['2y', twoYearsMs],
    ['1.5h', 5_400_000],
    ['2 days', 2 * dayMs],
    ['1W', 7 * dayMs],
    ['1ms', 1],
  ])('of %j is taken', (expiration, lifetimeMs) => {
    expect(tokenLifetimeMs(expiration, twoYearsMs)).toBe(lifetimeMs)
  })

  it.each(['', ' ', '1', '3600', '0', '0s', '-1d', '0.1ms', 'soon', '1d1h', 'Infinityy', '1e3d', 'NaNd'])(
    'of %j is refused',
    (expiration) => {
      expect(messageOf(expiration)).toBe(messages.timeString)
    },
  )

  it.each(['3y', '731d', '25mo', `${'9'.repeat(90)}y`])(
    'of %s is refused as too long or none',
    (expiration) => {
      expect([messages.timeString, 'A token can live for at most 2 years.']).toContain(messageOf(expiration))
      expect(messageOf('731d')).toBe('A token can live for at most 2 years.')
    },
  )
})

it.each([
  [twoYearsMs, '2 years'],
  [365.25 * dayMs, '1 year'],
  [90 * dayMs, '90 days'],
  [36 * 3_600_000, '36 hours'],
  [1_500, '1500 milliseconds'],
])('says %s ms as %s', (durationMs, words) => {
  expect(durationInWords(durationMs)).toBe(words)
})
