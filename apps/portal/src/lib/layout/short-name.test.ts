import { describe, expect, it } from 'vitest'
import { shortName } from './short-name.ts'

describe('shortName', () => {
  it('keeps names of up to 60 characters', () => {
    expect(shortName('Production')).toBe('Production')
    expect(shortName('a'.repeat(60))).toBe('a'.repeat(60))
  })

  it('cuts longer names to 60 characters and adds an ellipsis', () => {
    expect(shortName('a'.repeat(500))).toBe(`${'a'.repeat(60)}…`)
    expect(shortName(`${'a'.repeat(59)} b`)).toBe(`${'a'.repeat(59)}…`)
  })

  it('never cuts a visible character', () => {
    expect(shortName(`${'a'.repeat(59)}👩‍🔬 and more`)).toBe(`${'a'.repeat(59)}…`)
  })
})
