/** The examples of the README are files, so that the compiler checks them and a test of the package runs one. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const folder = join(import.meta.dirname, '..')

it('README.md contains every example as it is', () => {
  const readme = readFileSync(join(folder, 'README.md'), 'utf8')
  const shown = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code)
  const examples = readdirSync(join(folder, 'examples')).map((name) =>
    readFileSync(join(folder, 'examples', name), 'utf8'),
  )
  expect(shown.toSorted()).toEqual(examples.toSorted())
})
