import { expect, it, onTestFinished, vi } from 'vitest'
import { highlightCode } from './highlight-code.ts'

it('highlightCode distinguishes keywords, strings and comments', async () => {
  const [line = []] = (await highlightCode(`const name = 'x' // why`, 'JavaScript')) ?? []
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
  const [line = []] = (await highlightCode('const slow = 1', 'js')) ?? []
  expect(line[0]).toEqual({ text: 'const', kind: 'keyword' })
  expect(clock).toHaveBeenCalled()
})

it.each(['js', 'tsx', 'json', 'sh', 'yml', 'toml', 'py', 'rs', 'sql', 'xml', 'css'])(
  'highlightCode keeps every character of %s code',
  async (language) => {
    const code = 'a: "b"\n\n# <p class="c">{ "d": [1, 2] }</p>\nSELECT * FROM e -- f\n'
    const lines = await highlightCode(code, language)
    expect(lines?.map((line) => line.map(({ text }) => text).join('')).join('\n')).toBe(code)
  },
)

it('highlightCode returns undefined for an unknown language', async () => {
  expect(await highlightCode('a', 'constructor')).toBeUndefined()
})
