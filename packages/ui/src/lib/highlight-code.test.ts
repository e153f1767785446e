import { expect, it } from 'vitest'
import { codeLanguages } from './code-language.ts'
import { highlightCode, maxHighlightedCharacters } from './highlight-code.ts'

const textOf = (lines: { text: string }[][]) =>
  lines.map((line) => line.map(({ text }) => text).join('')).join('\n')

it('tells keywords, strings and comments apart', async () => {
  const [line = []] = await highlightCode(`const name = 'x' // why`, 'js')
  const kindOf = (part: string) => line.find(({ text }) => text.includes(part))?.kind
  expect(kindOf('const')).toBe('keyword')
  expect(kindOf('x')).toBe('string')
  expect(kindOf('why')).toBe('comment')
})

it.each(codeLanguages)('keeps every character of %s', async (language) => {
  const code = 'a: "b"\n\n# <p class="c">{ "d": [1, 2] }</p>\nSELECT * FROM e -- f\n'
  expect(textOf(await highlightCode(code, language))).toBe(code)
})

it('leaves code of a million characters plain, within milliseconds', async () => {
  const code = 'const a = 1\n'.repeat(83_334)
  expect(code.length).toBeGreaterThan(maxHighlightedCharacters)
  const started = performance.now()
  const lines = await highlightCode(code, 'js')
  expect(performance.now() - started).toBeLessThan(250)
  expect(lines.flat().every(({ kind }) => kind === undefined)).toBe(true)
})
