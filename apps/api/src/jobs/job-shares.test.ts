import { describe, expect, it } from 'vitest'
import { JobShares } from './jobs.ts'

describe('JobShares', () => {
  it('gives each further job of an account a lower priority and leaves other accounts alone', () => {
    const shares = new JobShares()
    expect([shares.take('busy'), shares.take('busy'), shares.take('busy')]).toEqual([0, -1, -2])
    expect(shares.take('quiet')).toBe(0)
  })

  it('starts again after ten minutes', () => {
    let now = 0
    const shares = new JobShares(() => now)
    shares.take('busy')
    now = 599_999
    expect(shares.take('busy')).toBe(-1)
    now = 600_000
    expect(shares.take('busy')).toBe(0)
  })
})
