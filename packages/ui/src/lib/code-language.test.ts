import { expect, it } from 'vitest'
import { resolveCodeLanguage } from './code-language.ts'

it('resolveCodeLanguage falls back to js for a block without a language', () => {
  expect(resolveCodeLanguage(undefined)).toBe('js')
  expect(resolveCodeLanguage('')).toBe('js')
})

it('resolveCodeLanguage resolves language aliases', () => {
  expect(['JavaScript', 'tsx', 'sh', 'yml', 'py'].map(resolveCodeLanguage)).toEqual([
    'js',
    'ts',
    'bash',
    'yaml',
    'python',
  ])
})

it('resolveCodeLanguage returns undefined for an unknown language', () => {
  expect(resolveCodeLanguage('brainfuck')).toBeUndefined()
  expect(resolveCodeLanguage('constructor')).toBeUndefined()
})
