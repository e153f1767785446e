import { describe, expect, it } from 'vitest'
import { overlapSchema, tokenExpirationUpTo } from './time-string.ts'

const accepts = (text: string, maxMs?: number) => tokenExpirationUpTo(maxMs).safeParse(text).success

describe('tokenExpirationUpTo', () => {
  it('accepts lifetimes up to the maximum', () => {
    expect(accepts('48h', 172_800_000)).toBe(true)
    expect(accepts('49h', 172_800_000)).toBe(false)
  })

  it('accepts every lifetime if the server returns no maximum', () => {
    expect(accepts('90y')).toBe(true)
    expect(accepts('1s')).toBe(false)
  })
})

describe('overlapSchema', () => {
  it.each(['0', '0h', '24h', '30d'])('accepts %s', (text) => {
    expect(overlapSchema.safeParse(text).success).toBe(true)
  })

  it.each(['', 'soon', '-1h', '31d'])('refuses %j', (text) => {
    expect(overlapSchema.safeParse(text).success).toBe(false)
  })
})
