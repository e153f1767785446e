import { describe, expect, it } from 'vitest'
import { targetDatabase } from './target-database.ts'

const url = 'postgres://portal:secret@db.example.com:5432/portal'

describe('targetDatabase', () => {
  it('is read from the variable, without a warning', () => {
    expect(targetDatabase(undefined, url)).toEqual({ url })
  })

  it('is read from the option if both are set, with a warning about its password', () => {
    const target = targetDatabase(url, 'postgres://other.example.com/portal')
    expect(target.url).toBe(url)
    expect(target.warning).toContain('MOVE_TO_DATABASE_URL')
    expect(target.warning).not.toContain('secret')
  })

  it('has no warning if the option contains no password', () => {
    expect(targetDatabase('postgres://portal@db.example.com/portal', '')).not.toHaveProperty('warning')
  })

  it.each([undefined, ''])('throws the usage if no database is named', (variable) => {
    expect(() => targetDatabase(undefined, variable)).toThrow('MOVE_TO_DATABASE_URL=postgres://')
  })
})
