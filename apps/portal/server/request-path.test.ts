import { describe, expect, it } from 'vitest'
import { acceptedEncoding } from './accepted-encoding.ts'
import { isRoute, parseRequestPath } from './request-path.ts'

describe('request paths', () => {
  it('decodes a path and drops the query', () => {
    expect(parseRequestPath('/workspace/a%20b?x=%ZZ')).toEqual({ kind: 'path', path: '/workspace/a b' })
  })

  it.each([
    '/%E0%A4%A',
    '/%',
    '/%00',
    '/..%2f..%2fetc/passwd',
    '/../etc/passwd',
    '/a/./b',
    '/a%5C..%5Cb',
    'http://elsewhere.example/',
    `/${'a'.repeat(10_000)}`,
  ])('calls %s bad', (url) => {
    expect(parseRequestPath(url)).toEqual({ kind: 'bad' })
  })

  it('takes routes for the page, and names of files for files', () => {
    expect(['/', '/login', '/workspace/new', '/print-legal/2024-09-25/tos'].filter(isRoute)).toHaveLength(4)
    expect(
      ['/assets/app', '/assets/app.js', '/favicon.ico', '/.env', '/.git/config'].filter(isRoute),
    ).toEqual([])
  })
})

describe('accepted encodings', () => {
  it('prefers Brotli, and honours a refusal', () => {
    expect(acceptedEncoding('gzip, deflate, br')).toBe('br')
    expect(acceptedEncoding('gzip, br;q=0')).toBe('gzip')
    expect(acceptedEncoding('*')).toBe('br')
    expect(acceptedEncoding('identity')).toBeUndefined()
    expect(acceptedEncoding(undefined)).toBeUndefined()
    expect(acceptedEncoding('br;q=nonsense')).toBeUndefined()
  })
})
