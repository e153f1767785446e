import { describe, expect, it } from 'vitest'
import { type Page, readPages } from './read-pages.ts'

const keys = Array.from({ length: 250 }, (_, at) => String(at).padStart(4, '0'))

/** Reads from a list in memory, and records what was asked. */
function readerOf(all: string[]) {
  const asked: Page[] = []
  const read = async (page: Page) => {
    asked.push(page)
    return all.filter((key) => page.after === undefined || key > page.after).slice(0, page.limit)
  }
  return { asked, read }
}

const sizesOf = async (pages: AsyncIterable<string[]>) => {
  const sizes: number[] = []
  for await (const page of pages) sizes.push(page.length)
  return sizes
}

describe('readPages', () => {
  it('yields every row exactly once, in pages of at most 100 rows', async () => {
    const { asked, read } = readerOf(keys)
    expect(await sizesOf(readPages(read, (key) => key))).toEqual([100, 100, 50])
    expect(asked).toEqual([
      { limit: 100, after: undefined },
      { limit: 100, after: '0099' },
      { limit: 100, after: '0199' },
    ])
  })

  it('yields no page if there are no rows, and none after a full last page', async () => {
    expect(await sizesOf(readPages(readerOf([]).read, String))).toEqual([])
    expect(await sizesOf(readPages(readerOf(keys.slice(0, 200)).read, String))).toEqual([100, 100])
  })

  it('reads no further page once its reader stops', async () => {
    const { asked, read } = readerOf(keys)
    for await (const _ of readPages(read, String)) break
    expect(asked).toHaveLength(1)
  })
})
