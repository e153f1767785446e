import { expect, it } from 'vitest'
import { formatRelativeTime, formatTimestamp, type TimestampSize, toDate } from './format-timestamp.ts'

const now = new Date(2024, 7, 14, 15, 4, 5)
const earlierToday = new Date(2024, 7, 14, 9, 3, 7)
const anotherDay = new Date(2024, 7, 3, 9, 3, 7)

it('formatTimestamp shows a time today as "Today at h:mm:ss a" in every size', () => {
  for (const size of ['mini', 'default', 'extended'] as const) {
    expect(formatTimestamp(earlierToday, { size, now })).toBe('Today at 9:03:07 AM')
  }
})

it('formatTimestamp writes "today" in lower case in the middle of a sentence', () => {
  expect(formatTimestamp(earlierToday, { now, isMidSentence: true })).toBe('today at 9:03:07 AM')
})

it('formatTimestamp shows other days in the format of its size', () => {
  const inSize = (size: TimestampSize) => formatTimestamp(anotherDay, { size, now })
  expect(inSize('mini')).toBe('8/3/2024')
  expect(inSize('default')).toBe('August 3, 2024')
  expect(inSize('extended')).toBe('Saturday August 3rd, 2024 at 9:03:07 AM')
})

it('formatTimestamp shows today as a date when isTodayNamed is false', () => {
  expect(formatTimestamp(earlierToday, { size: 'mini', now, isTodayNamed: false })).toBe('8/14/2024')
})

it('formatTimestamp does not show a time yesterday as today', () => {
  expect(formatTimestamp(new Date(2024, 7, 13, 23, 59, 59), { now })).toBe('August 13, 2024')
})

it('formatRelativeTime describes past and future times', () => {
  expect(formatRelativeTime(new Date(2024, 7, 14, 14, 59, 5), now)).toBe('5 minutes ago')
  expect(formatRelativeTime(new Date(2024, 7, 17, 15, 4, 5), now)).toBe('in 3 days')
})

it('formatRelativeTime returns "just now" for the last half minute', () => {
  expect(formatRelativeTime(new Date(2024, 7, 14, 15, 4, 0), now)).toBe('just now')
  expect(formatRelativeTime(new Date(2024, 7, 14, 15, 3, 5), now)).toBe('1 minute ago')
})

it('formatRelativeTime omits "about", "almost" and "over"', () => {
  expect(formatRelativeTime(new Date(2024, 7, 14, 13, 4, 5), now)).toBe('2 hours ago')
  expect(formatRelativeTime(new Date(2024, 7, 14, 17, 4, 5), now)).toBe('in 2 hours')
  expect(formatRelativeTime(new Date(2022, 9, 14), now)).toBe('2 years ago')
  expect(formatRelativeTime(new Date(2023, 3, 14), now)).toBe('1 year ago')
})

it('toDate reads ISO strings and milliseconds, and returns undefined for an invalid date', () => {
  expect(toDate('2024-08-14T00:00:00.000Z')?.getTime()).toBe(1_723_593_600_000)
  expect(toDate(1_723_593_600_000)?.toISOString()).toBe('2024-08-14T00:00:00.000Z')
  expect(toDate('soon')).toBeUndefined()
})
