/** Finds Tailwind classes that generate no CSS because their variant does not exist: `focused:` instead of `focus:`. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { compile } from 'tailwindcss'
import type { FileWithText } from './tracked-files.ts'

async function loadStylesheet(id: string, base: string) {
  const path = id.startsWith('.')
    ? join(base, id)
    : createRequire(join(base, 'sheet.css')).resolve(id === 'tailwindcss' ? 'tailwindcss/index.css' : id)
  return { path, base: dirname(path), content: readFileSync(path, 'utf8') }
}

async function loadModule(id: string, base: string) {
  const path = createRequire(join(base, 'sheet.css')).resolve(id)
  const { default: module } = await import(path)
  return { path, base: dirname(path), module }
}

/** Returns the text after the last colon outside brackets: `bg-red` for `hover:data-[state=a:b]:bg-red`. */
function utilityOf(candidate: string): string | undefined {
  let depth = 0
  for (let index = candidate.length - 1; index > 0; index--) {
    const character = candidate[index]
    if (character === ']' || character === ')') depth++
    else if (character === '[' || character === '(') depth--
    else if (character === ':' && depth === 0) return candidate.slice(index + 1)
  }
  return undefined
}

/** Loads the stylesheet and returns a function that lists the broken classes of a file. */
export async function loadVariantCheck(stylesheet: string) {
  const { build } = await compile(readFileSync(stylesheet, 'utf8'), {
    base: dirname(stylesheet),
    loadStylesheet,
    loadModule,
  })
  const known = new Map<string, boolean>()

  function generatesCss(candidate: string): boolean {
    const cached = known.get(candidate)
    if (cached !== undefined) return cached
    const isKnown = build([]) !== build([candidate])
    known.set(candidate, isKnown)
    return isKnown
  }

  return ({ path, text }: FileWithText): string[] =>
    [...new Set(text.split(/[\s'"`]+/))]
      .filter((candidate) => {
        const utility = utilityOf(candidate)
        return utility && generatesCss(utility) && !generatesCss(candidate)
      })
      .map((candidate) => `${path}: Tailwind has no variant for ${candidate}`)
}
