import { expect, it } from 'vitest'
import { FreshRuns } from './fresh-runs.ts'

function counted() {
  const gates: PromiseWithResolvers<void>[] = []
  const work = () => {
    const gate = Promise.withResolvers<void>()
    gates.push(gate)
    return gate.promise
  }
  return { gates, work }
}

it('FreshRuns runs once for all callers before the start, and once more for all later callers', async () => {
  const runs = new FreshRuns()
  const { gates, work } = counted()
  const early = performance.now() - 1
  const first = runs.run('a', work, early)
  const same = runs.run('a', work, early)
  const late = Array.from({ length: 50 }, () => runs.run('a', work))
  expect(gates).toHaveLength(1)
  gates[0]?.resolve()
  await Promise.all([first, same])
  await expect.poll(() => gates.length).toBe(2)
  gates[1]?.resolve()
  await Promise.all(late)
  expect(gates).toHaveLength(2)
})

it('FreshRuns runs each key independently and starts a new run after a failure', async () => {
  const runs = new FreshRuns()
  const { gates, work } = counted()
  const early = performance.now() - 1
  const failing = runs.run('a', work, early)
  void runs.run('b', work)
  expect(gates).toHaveLength(2)
  gates[0]?.reject(new Error('away'))
  await expect(failing).rejects.toThrow('away')
  void runs.run('a', work, early)
  expect(gates).toHaveLength(3)
})
