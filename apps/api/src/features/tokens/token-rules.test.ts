import { dayMs, hourMs } from '@portal/contract/durations'
import { messages } from '@portal/contract/messages'
import { formatDuration } from '@portal/contract/text/time-string'
import { describe, expect, it } from 'vitest'
import { Refusal } from '../../http/errors/refusal.ts'
import { checkMayChange, checkWorks, parseTokenLifetime } from './token-rules.ts'

const twoYearsMs = 2 * 365.25 * dayMs

function messageOf(expiration: string): string {
  try {
    parseTokenLifetime(expiration, twoYearsMs)
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
  return 'fine'
}

it('checkWorks accepts a token until the moment of its expiry', () => {
  const expiresAt = new Date('2026-11-28T10:00:00Z')
  const checkAt = (ms: number) => () =>
    checkWorks({ revokedAt: null, expiresAt }, new Date(expiresAt.getTime() + ms))
  expect(checkAt(-1)).not.toThrow()
  expect(checkAt(0)).toThrow('This token has expired. Create a new one instead.')
})

describe('parseTokenLifetime', () => {
  it.each([
    ['48h', 2 * dayMs],
    ['1d', dayMs],
    ['1m', 60_000],
    [' 1y ', 365.25 * dayMs],
    ['2y', twoYearsMs],
    ['1.5h', 5_400_000],
    ['2 days', 2 * dayMs],
    ['1W', 7 * dayMs],
  ])('accepts %j', (expiration, lifetimeMs) => {
    expect(parseTokenLifetime(expiration, twoYearsMs)).toBe(lifetimeMs)
  })

  it.each(['', ' ', '1', '3600', '0', '0s', '-1d', 'soon', '1d1h', 'Infinityy', '1e3d', 'NaNd'])(
    'refuses %j',
    (expiration) => {
      expect(messageOf(expiration)).toBe(messages.timeString)
    },
  )

  it.each(['1ms', '0.1ms', '1s', '59s', '0.9m'])('refuses %s as shorter than a minute', (expiration) => {
    expect(messageOf(expiration)).toBe('Enter a lifetime of at least one minute, such as 1m')
  })

  it.each(['3y', '731d', '25mo', `${'9'.repeat(90)}y`])('refuses %s as too long or invalid', (expiration) => {
    expect([messages.timeString, 'Choose a lifetime of at most 2 years.']).toContain(messageOf(expiration))
    expect(messageOf('731d')).toBe('Choose a lifetime of at most 2 years.')
  })
})

it.each([
  [twoYearsMs, '2 years'],
  [365.25 * dayMs, '1 year'],
  [90 * dayMs, '90 days'],
  [36 * hourMs, '36 hours'],
  [1_500, '1500 milliseconds'],
])('formatDuration formats %s ms as %s', (durationMs, words) => {
  expect(formatDuration(durationMs)).toBe(words)
})

describe('checkMayChange', () => {
  const token = { creatorUserId: 'creator', serviceAccountId: null }
  const revokeBy = (userId: string, role: 'OWNER' | 'APPROVER' | 'EDITOR', changed = token) =>
    checkMayChange(changed, { userId, role }, 'revokeToken')

  it('allows the creator and the owner', () => {
    expect(() => revokeBy('creator', 'EDITOR')).not.toThrow()
    expect(() => revokeBy('other', 'OWNER')).not.toThrow()
  })

  it('refuses other members and says who may change the token', () => {
    const sentence = "Only the token's creator or the workspace owner can change this token."
    expect(() => revokeBy('other', 'APPROVER')).toThrow(sentence)
    expect(() => revokeBy('other', 'EDITOR')).toThrow(sentence)
  })
})
