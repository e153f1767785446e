import { describe, expect, it } from 'vitest'
import { endOfDay, isLastDay, type Restriction, undoOf } from './restrictions.ts'

const now = new Date('2024-08-14T12:00:00Z')
const end = { isRestricted: false, reason: null, until: null }
const before: Restriction = {
  since: '2024-08-01T00:00:00Z',
  until: '2024-09-01T00:00:00Z',
  reason: 'Unpaid',
  byEmail: null,
}

describe('undoOf', () => {
  it('ends the restriction if there was none before', () => {
    expect(undoOf(null, '2024-08-14T12:00:00Z', now)).toEqual(end)
  })

  it('restores the previous restriction with its reason and end', () => {
    const again = { isRestricted: true, reason: 'Unpaid', until: '2024-09-01T00:00:00Z' }
    expect(undoOf(before, before.since, now)).toEqual(again)
    expect(undoOf(before, null, now)).toEqual(again)
  })

  it('omits a previous end that has passed', () => {
    const passed = { ...before, until: '2024-08-14T11:59:59Z' }
    expect(undoOf(passed, null, now)).toMatchObject({ isRestricted: true, until: null })
  })

  it('ends a restriction that has just begun if the previous state is unknown, and leaves an older one alone', () => {
    expect(undoOf(undefined, '2024-08-14T11:59:59Z', now)).toEqual(end)
    expect(undoOf(undefined, '2024-08-14T11:00:00Z', now)).toBeUndefined()
  })

  it('returns undefined if nothing changed or the previous state is unknown', () => {
    expect(undoOf(null, null, now)).toBeUndefined()
    expect(undoOf(undefined, null, now)).toBeUndefined()
  })
})

describe('last day of a restriction', () => {
  it('must be today or later, and may be absent', () => {
    expect(isLastDay(null, '2024-08-14')).toBe(true)
    expect(isLastDay('2024-08-14', '2024-08-14')).toBe(true)
    expect(isLastDay('2024-08-13', '2024-08-14')).toBe(false)
    expect(isLastDay('2024-02-30', '2024-01-01')).toBe(false)
  })

  it('ends at the last millisecond in UTC', () => {
    expect(endOfDay('2024-08-14')).toBe('2024-08-14T23:59:59.999Z')
  })
})
