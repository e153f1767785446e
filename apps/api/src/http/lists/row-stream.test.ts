import { describe, expect, it } from 'vitest'
import { StreamedJson } from './row-stream.ts'

async function textOf({ text }: StreamedJson): Promise<string> {
  let all = ''
  for await (const chunk of text) all += chunk
  return all
}

async function* pagesOf(...pages: unknown[][]) {
  yield* pages
}

describe('StreamedJson', () => {
  it('sends values and pages of rows as one object', async () => {
    const at = new Date('2026-01-02T03:04:05.678Z')
    const text = await textOf(
      new StreamedJson({ at, 'a "name"': null, rows: pagesOf([{ id: 1 }, { id: 2 }], [{ id: 3 }]) }),
    )
    expect(JSON.parse(text)).toEqual({
      at: at.toISOString(),
      'a "name"': null,
      rows: [{ id: 1 }, { id: 2 }, { id: 3 }],
    })
  })

  it('sends an empty array for no pages, and an empty object for no fields', async () => {
    expect(await textOf(new StreamedJson({ rows: pagesOf() }))).toBe('{"rows":[]}')
    expect(await textOf(new StreamedJson({}))).toBe('{}')
  })

  it('ends early when a read fails, so that no client can parse it', async () => {
    async function* failing() {
      yield [1]
      throw new Error('unavailable')
    }
    await expect(textOf(new StreamedJson({ rows: failing() }))).rejects.toThrow('unavailable')
  })
})
