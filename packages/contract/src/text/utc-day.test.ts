import { describe, expect, it } from 'vitest'
import { daySchema, utcDayOf } from './text-rules.ts'

describe('utcDayOf', () => {
  it.each([
    ['2024-08-14', '2024-08-14'],
    ['2024-02-29', '2024-02-29'],
    ['2024-08-14T00:00:00Z', '2024-08-14'],
    ['2024-08-14T23:59:59.999Z', '2024-08-14'],
    ['2024-08-14T12:00Z', '2024-08-14'],
    ['2024-08-14T12:00:00', '2024-08-14'],
    ['2024-08-14T20:00:00-05:00', '2024-08-15'],
    ['2024-08-14T01:00:00+02:00', '2024-08-13'],
  ])('reads %s as %s', (value, day) => {
    expect(utcDayOf(value)).toBe(day)
    expect(daySchema.safeParse(value).success).toBe(true)
  })

  it.each([
    '',
    'today',
    '2024-8-14',
    '2024-02-30',
    '2024-02-30T00:00:00Z',
    '2024-08-14T25:00:00Z',
    '2024-08-14 12:00:00Z',
    '2024-08-14T12:00:00Z ',
    '2024-08-14T12:00:00+0200',
    '9999-12-31T23:00:00-05:00',
    `2024-08-14T12:00:00.${'0'.repeat(100)}Z`,
    '1723593600000',
  ])('refuses %j', (value) => {
    expect(utcDayOf(value)).toBeUndefined()
    expect(daySchema.safeParse(value).success).toBe(false)
  })
})
