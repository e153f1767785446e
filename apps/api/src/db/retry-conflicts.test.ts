import { describe, expect, it } from 'vitest'
import { retryConflicts } from './retry-conflicts.ts'

const failureWith = (code: string) => Object.assign(new Error('could not serialize access'), { code })

/** Fails with each of the codes before it succeeds. */
function failing(...codes: string[]) {
  const waits: number[] = []
  let runs = 0
  const run = async () => {
    const code = codes[runs]
    runs += 1
    if (code !== undefined) throw failureWith(code)
    return 'done'
  }
  return { waits, result: retryConflicts(run, async (ms) => waits.push(ms)), runs: () => runs }
}

describe('retryConflicts', () => {
  it('runs again after a serialization failure and after a deadlock', async () => {
    const { result, runs, waits } = failing('40001', '40P01')
    expect(await result).toBe('done')
    expect(runs()).toBe(3)
    expect(waits).toHaveLength(2)
    for (const ms of waits) expect(ms).toBeLessThan(100)
  })

  it('throws the conflict after five attempts', async () => {
    const { result, runs } = failing(...Array.from({ length: 9 }, () => '40001'))
    await expect(result).rejects.toMatchObject({ code: '40001' })
    expect(runs()).toBe(5)
  })

  it('does not repeat any other failure', async () => {
    const { result, runs } = failing('23505')
    await expect(result).rejects.toMatchObject({ code: '23505' })
    expect(runs()).toBe(1)
  })
})
