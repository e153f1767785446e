import { describe, expect, it } from 'vitest'
import { joinPages, nextAddress } from './paging.ts'

describe('nextAddress', () => {
  it.each([
    ['<https://api.example/list?after=1>; rel="next"', 'https://api.example/list?after=1'],
    ['</first>; rel="first", </next>; rel="next"', '/next'],
    ['</first>; rel="first"', undefined],
    ['not a link', undefined],
    [null, undefined],
  ])('of %s is %s', (link, address) => {
    expect(nextAddress(link)).toBe(address)
  })
})

describe('joinPages', () => {
  it('appends the rows and keeps the other fields of the first page', () => {
    const first = { authTokens: [1], maxLifetimeMs: 5 }
    expect(joinPages(first, { authTokens: [2, 3], maxLifetimeMs: 6 })).toEqual({
      authTokens: [1, 2, 3],
      maxLifetimeMs: 5,
    })
  })
})
