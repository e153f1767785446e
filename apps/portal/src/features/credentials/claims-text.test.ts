import { describe, expect, it } from 'vitest'
import { formatClaims, parseClaims } from './claims-text.ts'

describe('parseClaims', () => {
  it('reads one claim per line, and several lines as several values', () => {
    expect(parseClaims(' sub = a=b \n\nref=main\r\nref=release\n')).toEqual({
      sub: 'a=b',
      ref: ['main', 'release'],
    })
  })

  it.each(['sub', '=a', 'sub=', 'sub= ', 'sub: a'])('returns undefined for %j', (text) => {
    expect(parseClaims(text)).toBeUndefined()
  })
})

it('formatClaims is the inverse of parseClaims', () => {
  const claims = { sub: 'a=b', ref: ['main', 'release'] }
  expect(parseClaims(formatClaims(claims))).toEqual(claims)
})
