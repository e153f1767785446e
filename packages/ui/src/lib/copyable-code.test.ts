import fc from 'fast-check'
import { expect, it } from 'vitest'
import { copyableCode } from './copyable-code.ts'

it('copyableCode strips a leading "$ "', () => {
  expect(copyableCode('$ npm start')).toBe('npm start')
})

it('copyableCode strips only the first "$ ", and only when it includes the space', () => {
  expect(copyableCode('$ echo 1\n$ echo 2')).toBe('echo 1\n$ echo 2')
  expect(copyableCode('$HOME')).toBe('$HOME')
})

it('copyableCode strips trailing newlines and no other whitespace', () => {
  expect(copyableCode('  a = 1\n\nb = 2  \n\n\r\n')).toBe('  a = 1\n\nb = 2  ')
})

it('copyableCode never ends in a newline and never adds characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('$', ' ', '\n', '\r', 'a') }), (code) => {
      const copied = copyableCode(code)
      expect(copied).not.toMatch(/[\r\n]$/)
      expect(code).toContain(copied)
    }),
  )
})

it('copyableCode handles a million characters', () => {
  expect(copyableCode(`$ ${'\n'.repeat(1_000_000)}`)).toBe('')
  expect(copyableCode(`${'\n'.repeat(1_000_000)}a`)).toHaveLength(1_000_001)
})
