import { describe, expect, it } from 'vitest'
import { compareDocuments, paragraphsOf } from './document-difference.ts'

const tos = (text: string) => [{ slug: 'tos', fileName: '1-tos', title: 'Terms', text }]
const compare = (before: string, after: string) => compareDocuments(tos(before), tos(after))[0]?.changes ?? []
const side = (pieces: { text: string; isChanged: boolean }[]) =>
  pieces.map(({ text, isChanged }) => (isChanged ? `<${text}>` : text)).join('')

describe('compareDocuments', () => {
  it('treats list items as paragraphs and joins the lines of a paragraph', () => {
    expect(paragraphsOf('# A\n\nOne\ntwo.\n\n1. First\n2. Second\n   goes on\n')).toEqual([
      '# A',
      'One two.',
      '1. First',
      '2. Second goes on',
    ])
  })

  it('marks the words that changed within a paragraph, and names its section', () => {
    const [change, ...rest] = compare(
      '## 4. Prices\n\nWe tell you at least 14 days before.',
      '## 4. Prices\n\nWe tell you at least 30 days before.',
    )
    expect(rest).toEqual([])
    expect(change?.heading).toBe('4. Prices')
    expect(side(change?.before ?? [])).toBe('We tell you at least <14> days before.')
    expect(side(change?.after ?? [])).toBe('We tell you at least <30> days before.')
  })

  it('merges adjacent changed words into one change', () => {
    const [change] = compare('As of 30 March 2023, always.', 'As of 25 May 2024, always.')
    expect(side(change?.before ?? [])).toBe('As of <30 March 2023>, always.')
    expect(side(change?.after ?? [])).toBe('As of <25 May 2024>, always.')
  })

  it('pairs added and removed paragraphs with an empty side', () => {
    const changes = compare('Same.\n\nYou may name us.', 'Same.\n\n## Tokens\n\nEvery secret expires.')
    expect(changes.map(({ before, after }) => [side(before), side(after)])).toEqual([
      ['<You may name us.>', ''],
      ['', '<Tokens>'],
      ['', '<Every secret expires.>'],
    ])
    expect(changes.at(-1)?.heading).toBe('Tokens')
  })

  it('reports no change if only line breaks differ', () => {
    expect(compare('One two.', 'One\ntwo.')).toEqual([])
  })

  it('compares the text of Markdown without its syntax', () => {
    const [change] = compare(
      'See [our page](/a) for **more** of it.',
      'See [our page](/a) for **less** of it.',
    )
    expect(side(change?.after ?? [])).toBe('See our page for <less> of it.')
  })

  it('compares tables row by row and shows each row as a sentence', () => {
    const table = (row: string) => `Licenses:\n\n| License | Examples |\n|---|---|\n| MIT | Zod |\n${row}`
    const changes = compare(table('| ISC | Icons |'), table('| ISC | Icons, diff |\n| Apache | Drizzle |'))
    expect(changes.map(({ before, after }) => [side(before), side(after)])).toEqual([
      ['ISC: Icons', 'ISC: Icons<, diff>'],
      ['', '<Apache: Drizzle>'],
    ])
  })
})
