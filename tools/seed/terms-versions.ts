import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'

/** Returns the current version of the terms and the previous one, from the names of the folders. */
export function termsVersions(env: Readonly<Record<string, string | undefined>>): {
  newestTerms: string
  olderTerms: string
} {
  const folder = resolve(env.LEGAL_DIR || resolve(import.meta.dirname, '../../legal'))
  const versions = readdirSync(folder).filter((name) => /^\d{4}-\d{2}-\d{2}$/.test(name))
  const known = versions.sort().filter((version) => !env.TERMS_VERSION || version <= env.TERMS_VERSION)
  const newestTerms = known.at(-1)
  if (!newestTerms) throw new Error(`The folder ${folder} contains no version of the terms.`)
  return { newestTerms, olderTerms: known.at(-2) ?? newestTerms }
}
