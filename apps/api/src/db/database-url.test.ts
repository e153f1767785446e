import { describe, expect, it } from 'vitest'
import { parseDatabaseUrl } from './database-url.ts'

const parse = (text: string) => parseDatabaseUrl('DATABASE_URL', text, 'primary')

describe('parseDatabaseUrl', () => {
  it('leaves the URL of one host as it is, with any role', () => {
    for (const url of ['postgres://me:p%40ss@db:5433/portal?sslmode=verify-full', 'postgresql:///portal'])
      expect(parse(url)).toEqual({ urls: [url], role: 'any' })
  })

  it('returns a URL for each of several hosts, and looks for the one that accepts writes', () => {
    expect(parse('postgres://me:secret@a,b:5433,[::1]:5434/portal?sslmode=require')).toEqual({
      urls: [
        'postgres://me:secret@a/portal?sslmode=require',
        'postgres://me:secret@b:5433/portal?sslmode=require',
        'postgres://me:secret@[::1]:5434/portal?sslmode=require',
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
  ])('refuses %s with a sentence that names the variable and no password', (text) => {
    expect(() => parse(text.replace('//', '//me:secret@'))).toThrow(/DATABASE_URL (must|has)/)
    expect(() => parse(text.replace('//', '//me:secret@'))).not.toThrow(/secret/)
  })
})
