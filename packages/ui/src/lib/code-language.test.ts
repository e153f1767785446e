import { expect, it } from 'vitest'
import { resolveCodeLanguage } from './code-language.ts'

it('takes a block without a language for js', () => {
  expect(resolveCodeLanguage(undefined)).toBe('js')
  expect(resolveCodeLanguage('')).toBe('js')
})

it('knows languages by their other names', () => {
  expect(['JavaScript', 'tsx', 'sh', 'yml', 'py'].map(resolveCodeLanguage)).toEqual([
    'js',
    'ts',
    'bash',
    'yaml',
    'python',
  ])
})

it('leaves languages that it does not know alone', () => {
  expect(resolveCodeLanguage('brainfuck')).toBeUndefined()
  expect(resolveCodeLanguage('constructor')).toBeUndefined()
})
