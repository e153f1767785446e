/** Picks random lines of source files for mutation. */
import { globSync, readFileSync } from 'node:fs'
import fc from 'fast-check'

export interface Line {
  file: string
  number: number
}

/** The files in scope: all of the contract and of `http`, and the rules, stores and actions of features. */
const scope = [
  'packages/contract/src/**/*.ts',
  'apps/api/src/http/**/*.ts',
  'apps/api/src/features/**/*{rules,store,actions}.ts',
]

const hasCode = (text: string) => /\w/.test(text) && !/^\s*(\/\/|\/?\*|import\b|export type\b)/.test(text)

function listLines(folders: readonly string[]): Line[] {
  const files = globSync(scope).filter(
    (file) => !file.endsWith('.test.ts') && folders.some((folder) => file.startsWith(folder)),
  )
  return files.sort().flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((text, index) => (hasCode(text) ? [{ file, number: index + 1 }] : [])),
  )
}

/** Returns `count` lines of the folders, the same for the same seed and sources. */
export function pickLines(folders: readonly string[], count: number, seed: number): Line[] {
  const lines = listLines(folders)
  const size = Math.min(count, lines.length)
  const subsets = fc.shuffledSubarray(lines, { minLength: size, maxLength: size })
  return fc.sample(subsets, { seed, numRuns: 1 })[0] ?? []
}

/** Reads `file:12`. */
export function parseLine(text: string): Line {
  const [file = '', number] = text.split(':')
  return { file, number: Number(number) }
}
