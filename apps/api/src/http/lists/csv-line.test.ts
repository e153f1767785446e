import { describe, expect, it } from 'vitest'
import { csvLine } from './csv-line.ts'

describe('csvLine', () => {
  it('quotes every cell, doubles quotes and separates cells with commas', () =>
    expect(csvLine(['a', 'say "hi"', null])).toBe('"a","say ""hi""",""\r\n'))

  it.each(['=1+1', '+1', '-1', '@SUM', '\t=1', '\r=1', '\n=1', '＝1'])(
    'puts an apostrophe before the formula %j',
    (text) => expect(csvLine([text])).toBe(`"'${text}"\r\n`),
  )
})
