import { resolve } from 'node:path'
import { readTermsInForce } from '../../apps/api/src/features/legal/legal-store.ts'

/**
 * Returns the version of the terms that the API takes as the one in force, and the one before it.
 * @throws ConfigurationError if the configured version does not exist
 */
export async function termsVersions(env: Readonly<Record<string, string | undefined>>): Promise<{
  newestTerms: string
  olderTerms: string
}> {
  const { versionId, versions } = await readTermsInForce({
    legalDir: resolve(env.LEGAL_DIR || resolve(import.meta.dirname, '../../legal')),
    TERMS_VERSION: env.TERMS_VERSION ?? '',
  })
  return { newestTerms: versionId, olderTerms: versions[versions.indexOf(versionId) - 1] ?? versionId }
}
