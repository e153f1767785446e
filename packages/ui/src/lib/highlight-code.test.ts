import { expect, it, onTestFinished, vi } from 'vitest'
import { codeLanguages } from './code-language.ts'
import { highlightCode } from './highlight-code.ts'

const textOf = (lines: { text: string }[][]) =>
  lines.map((line) => line.map(({ text }) => text).join('')).join('\n')

it('highlightCode distinguishes keywords, strings and comments', async () => {
  const [line = []] = await highlightCode(`const name = 'x' // why`, 'js')
  const kindOf = (part: string) => line.find(({ text }) => text.includes(part))?.kind
  expect(kindOf('const')).toBe('keyword')
  expect(kindOf('x')).toBe('string')
  expect(kindOf('why')).toBe('comment')
})

it('highlightCode still highlights code on a slow machine', async () => {
  let now = 0
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => {
    now += 1_000
    return now
  })
  onTestFinished(() => clock.mockRestore())
  const [line = []] = await highlightCode('const slow = 1', 'js')
  expect(line[0]).toEqual({ text: 'const', kind: 'keyword' })
  expect(clock).toHaveBeenCalled()
})

it.each(codeLanguages)('highlightCode keeps every character of %s code', async (language) => {
  const code = 'a: "b"\n\n# <p class="c">{ "d": [1, 2] }</p>\nSELECT * FROM e -- f\n'
  expect(textOf(await highlightCode(code, language))).toBe(code)
})
