/** The terms in force: the version in `TERMS_VERSION`, else the newest folder by name. */
import { readdir } from 'node:fs/promises'
import { type Config, ConfigurationError } from '../../config.ts'
import type { Person } from '../../guard/caller.ts'

export interface TermsInForce {
  versionId: string
  /** All shipped versions, oldest first. */
  versions: readonly string[]
  /** Whether the user has never accepted the terms, or only an older version. */
  needsTosUpdate: (person: Pick<Person, 'agreedTosVersionId'>) => boolean
}

const versionFolder = /^\d{4}-\d{2}-\d{2}$/

/** Throws `ConfigurationError` if the configured version does not exist. */
export async function readTermsInForce(
  config: Pick<Config, 'legalDir' | 'TERMS_VERSION'>,
): Promise<TermsInForce> {
  const names = await readdir(config.legalDir).catch(() => {
    throw new ConfigurationError([`LEGAL_DIR: the folder ${config.legalDir} cannot be read`])
  })
  const versions = names.filter((name) => versionFolder.test(name)).sort()
  const versionId = config.TERMS_VERSION === '' ? versions.at(-1) : config.TERMS_VERSION
  if (versionId === undefined || !versions.includes(versionId))
    throw new ConfigurationError([
      `TERMS_VERSION: ${versionId ?? 'no version'} is not among ${versions.join(', ') || 'the legal documents'}`,
    ])
  return {
    versionId,
    versions,
    // Version names sort chronologically.
    needsTosUpdate: ({ agreedTosVersionId: agreed }) => agreed === null || agreed < versionId,
  }
}
