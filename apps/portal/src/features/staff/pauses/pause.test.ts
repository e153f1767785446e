import { describe, expect, it } from 'vitest'
import { endOfDay, endOfPause, isPauseEnd, type PauseFacts, takenBack } from './pause.ts'

const now = new Date('2024-08-14T12:00:00Z')
const change = { isPaused: true, reason: 'Mined coins', until: null }
const before: PauseFacts = {
  since: '2024-08-01T00:00:00Z',
  until: '2024-09-01T00:00:00Z',
  reason: 'Unpaid',
  byEmail: null,
}

describe('takenBack', () => {
  it('ends the pause if there was none before', () => {
    expect(takenBack(change, null, '2024-08-14T12:00:00Z', now)).toEqual(endOfPause)
  })

  it('restores the previous pause with its reason and end', () => {
    const again = { isPaused: true, reason: 'Unpaid', until: '2024-09-01T00:00:00Z' }
    expect(takenBack(change, before, before.since, now)).toEqual(again)
    expect(takenBack(endOfPause, before, null, now)).toEqual(again)
  })

  it('omits a previous end that has passed', () => {
    const passed = { ...before, until: '2024-08-14T11:59:59Z' }
    expect(takenBack(endOfPause, passed, null, now)).toMatchObject({ isPaused: true, until: null })
  })

  it('ends a pause that has just begun if the previous state is unknown, and leaves an older one alone', () => {
    expect(takenBack(change, undefined, '2024-08-14T11:59:59Z', now)).toEqual(endOfPause)
    expect(takenBack(change, undefined, '2024-08-14T11:00:00Z', now)).toBeUndefined()
  })

  it('returns undefined if nothing changed or the previous state is unknown', () => {
    expect(takenBack(endOfPause, null, null, now)).toBeUndefined()
    expect(takenBack(endOfPause, undefined, null, now)).toBeUndefined()
  })
})

describe('last day of a pause', () => {
  it('must be today or later, and may be absent', () => {
    expect(isPauseEnd(null, '2024-08-14')).toBe(true)
    expect(isPauseEnd('2024-08-14', '2024-08-14')).toBe(true)
    expect(isPauseEnd('2024-08-13', '2024-08-14')).toBe(false)
    expect(isPauseEnd('2024-02-30', '2024-01-01')).toBe(false)
  })

  it('ends at the last millisecond in UTC', () => {
    expect(endOfDay('2024-08-14')).toBe('2024-08-14T23:59:59.999Z')
  })
})
