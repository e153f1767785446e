import { describe, expect, it } from 'vitest'
import { requestUlidOf } from './request-ulid.ts'

const ulid = '01JD0000000000000000000001'
const other = '01JD0000000000000000000002'

describe('requestUlidOf', () => {
  it('reads the ulid from either header name', () => {
    expect(requestUlidOf({ 'request-ulid': ulid })).toBe(ulid)
    expect(requestUlidOf({ 'x-si-request-ulid': ulid })).toBe(ulid)
  })

  it('prefers the request-ulid header unless its value is not a ulid', () => {
    expect(requestUlidOf({ 'request-ulid': ulid, 'x-si-request-ulid': other })).toBe(ulid)
    expect(requestUlidOf({ 'request-ulid': 'none', 'x-si-request-ulid': other })).toBe(other)
  })

  it.each([{}, { 'x-si-request-ulid': '<script>' }, { 'request-ulid': [ulid, other] }])(
    'returns undefined for the headers %j',
    (headers) => expect(requestUlidOf(headers)).toBeUndefined(),
  )
})
