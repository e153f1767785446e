import { describe, expect, it } from 'vitest'
import { parseDatabaseUrl } from './database-url.ts'

const parse = (text: string) => parseDatabaseUrl('DATABASE_URL', text, 'primary')

describe('parseDatabaseUrl', () => {
  it('leaves the URL of one host as it is, with any role', () => {
    for (const url of ['postgres://me:p%40ss@db:5433/portal?sslmode=verify-full', 'postgresql:///portal'])
      expect(parse(url)).toEqual({ urls: [url], role: 'any' })
  })

  it('returns a URL for each of several hosts, and looks for the one that accepts writes', () => {
    expect(parse('postgres://me:secret@a,b:5433,[::1]:5434/portal?sslmode=verify-full')).toEqual({
      urls: [
        'postgres://me:secret@a/portal?sslmode=verify-full',
        'postgres://me:secret@b:5433/portal?sslmode=verify-full',
        'postgres://me:secret@[::1]:5434/portal?sslmode=verify-full',
      ],
      role: 'primary',
    })
  })

  it('reads the role from target_session_attrs, which the server never sees', () => {
    expect(parse('postgres://a,b/portal?target_session_attrs=read-write')).toEqual({
      urls: ['postgres://a/portal', 'postgres://b/portal'],
      role: 'primary',
    })
    expect(parse('postgres://a/portal?target_session_attrs=standby').role).toBe('standby')
    expect(parse('postgres://a,b/portal?target_session_attrs=any').role).toBe('any')
  })

  it.each([
    'postgres://a,,b/portal',
    'postgres://a:x,b/portal',
    'postgres://a,b/portal?target_session_attrs=best',
    'mysql://a/portal',
    'postgres://a:x/portal',
  ])('refuses %s with a sentence that names the variable and no password', (text) => {
    expect(() => parse(text.replace('//', '//me:secret@'))).toThrow(/DATABASE_URL (must|has)/)
    expect(() => parse(text.replace('//', '//me:secret@'))).not.toThrow(/secret/)
  })

  it.each(['secret/1', 'secret#1', 'secret?1', 'secret%ff'])(
    'refuses the unescaped password %s with a sentence that does not contain it',
    (password) => {
      const text = `postgres://me:${password}@a/portal`
      expect(() => parse(text)).toThrow(/DATABASE_URL must be a URL .* percent-encoded/)
      expect(() => parse(text)).not.toThrow(/secret/)
    },
  )

  it.each(['sslrootcert', 'sslcert', 'sslkey'])('names %s if its file cannot be read', (parameter) => {
    const text = `postgres://me:secret@a,b/portal?sslmode=verify-full&${parameter}=system`
    expect(() => parse(text)).toThrow(
      `DATABASE_URL names a file in ${parameter} that cannot be read: ENOENT: no such file or directory, open 'system'`,
    )
  })
})
