import { describe, expect, it } from 'vitest'
import { parseLine, pickLines } from './pick-lines.ts'

const folder = 'apps/api/src/features/tokens'
const name = ({ file, number }: { file: string; number: number }) => `${file}:${number}`

describe('pickLines', () => {
  it('returns the same lines for the same seed, and other lines for another seed', () => {
    const first = pickLines([folder], 20, 1).map(name)
    expect(first).toHaveLength(20)
    expect(pickLines([folder], 20, 1).map(name)).toEqual(first)
    expect(pickLines([folder], 20, 2).map(name)).not.toEqual(first)
  })

  it('picks only rules, stores and actions of a feature, and no tests', () => {
    const files = new Set(pickLines([folder], 100_000, 1).map(({ file }) => file))
    expect(files).toContain(`${folder}/token-rules.ts`)
    expect(files).toContain(`${folder}/token-store.ts`)
    expect([...files].filter((file) => !/(rules|store|actions)\.ts$/.test(file))).toEqual([])
  })
})

describe('parseLine', () => {
  it('reads the file and the line number', () =>
    expect(parseLine('apps/api/src/guard/caller.ts:12')).toEqual({
      file: 'apps/api/src/guard/caller.ts',
      number: 12,
    }))
})
