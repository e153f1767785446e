import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'

/** The version of the terms in force and the one before it: the folders' names (RULES section 11). */
export function termsVersions(env: Readonly<Record<string, string | undefined>>): {
  newestTerms: string
  olderTerms: string
} {
  const folder = resolve(env.LEGAL_DIR || resolve(import.meta.dirname, '../../legal'))
  const versions = readdirSync(folder).filter((name) => /^\d{4}-\d{2}-\d{2}$/.test(name))
  const known = versions.sort().filter((version) => !env.TERMS_VERSION || version <= env.TERMS_VERSION)
  const newestTerms = known.at(-1)
  if (!newestTerms) throw new Error(`There is no version of the terms in ${folder}.`)
  return { newestTerms, olderTerms: known.at(-2) ?? newestTerms }
}
