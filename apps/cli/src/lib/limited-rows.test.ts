import { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { limitOption, takeRows } from './limited-rows.ts'
import { makeOutput } from './output.ts'

/** Three pages of two rows. Counts the pages that have been requested. */
function pagesOfTwo() {
  const list = {
    requested: 0,
    async *rows() {
      for (const page of [
        [1, 2],
        [3, 4],
        [5, 6],
      ]) {
        list.requested += 1
        yield* page
      }
    },
  }
  return list
}

const notes: string[] = []
const output = { ...makeOutput(), note: (text: string) => void notes.push(text) }

describe('takeRows', () => {
  it('requests no page after the limit, and says that there are more rows', async () => {
    const list = pagesOfTwo()
    expect(await takeRows(output, list.rows(), 3, 'members')).toEqual([1, 2, 3])
    expect(list.requested).toBe(2)
    expect(notes.splice(0)).toEqual(['There are more than 3 members. Use --limit to list more of them.'])
  })

  it('says nothing if the list ends at the limit', async () => {
    expect(await takeRows(output, pagesOfTwo().rows(), 6, 'members')).toHaveLength(6)
    expect(notes).toEqual([])
  })
})

describe('--limit', () => {
  const parse = (...words: string[]) =>
    new Command()
      .exitOverride()
      .configureOutput({ writeErr: () => {} })
      .addOption(limitOption('members'))
      .parse(words, { from: 'user' })
      .opts()

  it('is 1,000 by default, and at most 100,000', () => {
    expect(parse()).toEqual({ limit: 1_000 })
    expect(parse('--limit', '100000')).toEqual({ limit: 100_000 })
    for (const text of ['0', '-1', '1e3', '100001', '9'.repeat(400), 'ten'])
      expect(() => parse('--limit', text)).toThrow('Enter a whole number from 1 to 100000.')
  })
})
