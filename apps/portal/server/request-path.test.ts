import { describe, expect, it } from 'vitest'
import { acceptedEncoding } from './accepted-encoding.ts'
import { isRoute, parseRequestPath } from './request-path.ts'

describe('parseRequestPath', () => {
  it('decodes a path and drops the query', () => {
    expect(parseRequestPath('/workspace/a%20b?x=%ZZ')).toEqual({ kind: 'path', path: '/workspace/a b' })
  })

  it.each([
    '/%00',
    '/..%2f..%2fetc/passwd',
    '/../etc/passwd',
    '/a/./b',
    '/a%5C..%5Cb',
    'http://elsewhere.example/',
    `/${'a'.repeat(10_000)}`,
  ])('rejects %s', (url) => {
    expect(parseRequestPath(url)).toEqual({ kind: 'bad' })
  })

  it.each(['/%E0%A4%A', '/%', '/legal/%zz'])('reports that %s cannot be decoded', (url) => {
    expect(parseRequestPath(url)).toEqual({ kind: 'undecodable' })
  })

  it('treats paths without a file name as routes, and names of files as files', () => {
    expect(['/', '/login', '/workspace/new', '/print-legal/2024-09-25/tos'].filter(isRoute)).toHaveLength(4)
    expect(
      ['/assets/app', '/assets/app.js', '/favicon.ico', '/.env', '/.git/config'].filter(isRoute),
    ).toEqual([])
  })
})

describe('acceptedEncoding', () => {
  it('prefers Brotli and skips encodings with a weight of zero', () => {
    expect(acceptedEncoding('gzip, deflate, br')).toBe('br')
    expect(acceptedEncoding('gzip, br;q=0')).toBe('gzip')
    expect(acceptedEncoding('*')).toBe('br')
    expect(acceptedEncoding('identity')).toBeUndefined()
    expect(acceptedEncoding(undefined)).toBeUndefined()
    expect(acceptedEncoding('br;q=nonsense')).toBeUndefined()
  })
})
