/** References of a document to the tests that prove it: a path in backticks, with or without a title in quotes. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FileWithText } from './parsed-file.ts'

const document = 'docs/security.md'
/** Paths without one of the repository's folders are relative to this one. */
const apiFolder = 'apps/api/src'
const referencePattern = /`([\w./-]+\.(?:test|e2e)\.tsx?)`(?:: "([^"]+)")?/g

/** Checks that every test and title that the security document names exists. */
export function testReferencesExist(root: string, files: readonly FileWithText[]): string[] {
  const textOf = (path: string) => {
    const found = [path, join(apiFolder, path)].map((name) => join(root, name)).find(existsSync)
    return found && readFileSync(found, 'utf8')
  }
  return files
    .filter(({ path }) => path === document)
    .flatMap(({ path, text }) =>
      [...text.matchAll(referencePattern)].flatMap(([, test = '', title = '']) => {
        const source = textOf(test)
        if (source === undefined) return [`${path}: ${test} doesn't exist`]
        return source.includes(title) ? [] : [`${path}: ${test} has no test "${title}"`]
      }),
    )
}
