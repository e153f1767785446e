/** The terms in force, and who accepted them. See docs/product/legal.md#accepting-the-terms. */
import { readdir } from 'node:fs/promises'
import { and, eq, isNull, lt, or } from 'drizzle-orm'
import { type Config, ConfigurationError } from '../../config.ts'
import type { Orm } from '../../db/database.ts'
import type { Person } from '../../guard/caller.ts'
import { users } from '../account/user-table.ts'
import { tosAgreements } from './legal-table.ts'

export interface TermsInForce {
  versionId: string
  /** All shipped versions, oldest first. */
  versions: readonly string[]
  /** Whether the user has never accepted the terms, or only an older version. */
  needsTosUpdate: (person: Pick<Person, 'agreedTosVersionId'>) => boolean
}

const versionFolder = /^\d{4}-\d{2}-\d{2}$/

/**
 * Returns the version in `TERMS_VERSION`, else the newest folder by name. Throws `ConfigurationError` if it does not exist.
 */
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

/** Records an agreement. Idempotent. The user keeps the newest version they agreed to. */
export async function recordAgreement(db: Orm, agreement: typeof tosAgreements.$inferInsert): Promise<void> {
  await db.insert(tosAgreements).values(agreement).onConflictDoNothing()
  await db
    .update(users)
    .set({ agreedTosVersionId: agreement.tosVersionId })
    .where(
      and(
        eq(users.id, agreement.userId),
        or(isNull(users.agreedTosVersionId), lt(users.agreedTosVersionId, agreement.tosVersionId)),
      ),
    )
}
