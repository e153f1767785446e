import { describe, expect, it } from 'vitest'
import { removeAll } from './remove-all.ts'

/** Removes these ids, some of which cannot be removed. */
function removalOf(ids: string[], broken: readonly string[], groupSize = 1) {
  const left = new Set(ids)
  const failures: string[] = []
  const removal = {
    task: 'purge.test',
    groupSize,
    list: async (skipped: readonly string[]) => [...left].filter((id) => !skipped.includes(id)).slice(0, 2),
    remove: async (group: readonly string[]) => {
      if (group.some((id) => broken.includes(id))) throw new Error('broken')
      for (const id of group) left.delete(id)
    },
  }
  return {
    left,
    failures,
    removal,
    onFailure: (task: string, _: unknown, id: string) => void failures.push(`${task} ${id}`),
  }
}

describe('removeAll', () => {
  it('removes all items in several batches', async () => {
    const { left, removal, onFailure } = removalOf(['a', 'b', 'c', 'd', 'e'], [], 2)
    expect(await removeAll({ isInTime: () => true, onFailure }, removal)).toBe(true)
    expect([...left]).toEqual([])
  })

  it('reports each failed item once, and removes the others', async () => {
    const { left, failures, removal, onFailure } = removalOf(['x', 'y', 'a', 'b', 'z', 'c'], ['x', 'y', 'z'])
    expect(await removeAll({ isInTime: () => true, onFailure }, removal)).toBe(true)
    expect([...left]).toEqual(['x', 'y', 'z'])
    expect(failures).toEqual(['purge.test x', 'purge.test y', 'purge.test z'])
  })

  it('removes the other items of a group in which one fails', async () => {
    const { left, failures, removal, onFailure } = removalOf(['a', 'x', 'b', 'c'], ['x'], 2)
    expect(await removeAll({ isInTime: () => true, onFailure }, removal)).toBe(true)
    expect([...left]).toEqual(['x'])
    expect(failures).toEqual(['purge.test x'])
  })

  it('asks for another run when time runs out, unless nothing could be removed', async () => {
    const inTimeFor = (times: number) => {
      let calls = 0
      return () => {
        calls += 1
        return calls <= times
      }
    }
    const working = removalOf(['a', 'b', 'c'], [])
    const { onFailure } = working
    expect(await removeAll({ isInTime: inTimeFor(2), onFailure }, working.removal)).toBe(false)
    expect([...working.left]).toEqual(['c'])
    const stuck = removalOf(['x', 'y', 'z'], ['x', 'y', 'z'])
    expect(await removeAll({ isInTime: inTimeFor(2), onFailure }, stuck.removal)).toBe(true)
  })
})
