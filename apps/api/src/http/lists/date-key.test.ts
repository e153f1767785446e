import { expect, it } from 'vitest'
import { parseDateKey } from './date-key.ts'

it.each([
  ['1970-01-01T00:00:00.000Z,ada@example.com', ['1970-01-01T00:00:00.000Z', 'ada@example.com']],
  ['2026-11-28T10:00:00+01:00,a,b', ['2026-11-28T09:00:00.000Z', 'a,b']],
  ['9999-12-30T23:59:59.999Z,a', ['9999-12-30T23:59:59.999Z', 'a']],
])('parseDateKey reads %j', (text, key) => {
  expect(parseDateKey(text)).toEqual(key)
})

it.each([
  '',
  'ada@example.com',
  '2026-11-28T10:00:00.000Z',
  '2026-11-28T10:00:00.000Z,',
  '1969-12-31T23:59:59.999Z,a',
  '9999-12-31T00:00:00.000Z,a',
  '2026-13-28T10:00:00.000Z,a',
  '28 Nov 2026,a',
  'Nov 28 2026 (2026-11-28T),a',
])('parseDateKey refuses %j', (text) => {
  expect(parseDateKey(text)).toBeUndefined()
})
