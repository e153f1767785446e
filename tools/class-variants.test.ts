/** Finds Tailwind classes that generate no CSS because their variant doesn't exist: `focused:` instead of `focus:`. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { compile } from 'tailwindcss'
import { expect, it } from 'vitest'
import { trackedFiles } from './house-rules/tracked-files.ts'

const root = join(import.meta.dirname, '..')
const stylesheet = join(root, 'packages/ui/src/styles/theme.css')

const resolve = (id: string, base: string) =>
  createRequire(join(base, 'sheet.css')).resolve(id === 'tailwindcss' ? 'tailwindcss/index.css' : id)

const { build } = await compile(readFileSync(stylesheet, 'utf8'), {
  base: dirname(stylesheet),
  loadStylesheet: async (id, base) => {
    const path = resolve(id, base)
    return { path, base: dirname(path), content: readFileSync(path, 'utf8') }
  },
  loadModule: async (id, base) => {
    const path = resolve(id, base)
    return { path, base: dirname(path), module: (await import(path)).default }
  },
})

/** The variants of a class up to the last colon outside brackets: `hover:data-[state=a:b]:` of `hover:data-[state=a:b]:bg-red`. */
const variants = /^(?:(?:[^:[\]()]|\[[^\]]*\]|\([^)]*\))+:)+/

it('every class of the design system and the portal has a variant that exists', () => {
  const texts = trackedFiles(root)
    .filter(({ path }) => /^(packages\/ui|apps\/portal)\/src\/.*\.tsx?$/.test(path))
    .map(({ text }) => text)
  const candidates = texts.join('\n').split(/[\s'"`]+/)
  const varied = [...new Set(candidates)].filter((candidate) => variants.test(candidate))
  // The compiler keeps what it has built, so each class is tried once.
  const all = new Set(varied.flatMap((candidate) => [candidate, candidate.replace(variants, '')]))
  const known = new Set([...all].filter((candidate) => build([]) !== build([candidate])))
  const isBroken = (candidate: string) => known.has(candidate.replace(variants, '')) && !known.has(candidate)
  expect(varied.filter(isBroken)).toEqual([])
})
