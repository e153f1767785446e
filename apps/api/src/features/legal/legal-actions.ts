import { Refusal } from '../../http/errors/refusal.ts'
import type { Services } from '../../services.ts'
import { recordAgreement } from './legal-store.ts'

/** @throws Refusal `Conflict` unless the version is the one in force */
export async function agreeToTerms(
  { database, terms, now }: Pick<Services, 'database' | 'terms' | 'now'>,
  agreement: { userId: string; tosVersionId: string; ipAddress: string; userAgent: string | null },
): Promise<void> {
  if (agreement.tosVersionId !== terms.versionId)
    throw new Refusal('Conflict', `The terms in force are version ${terms.versionId}.`)
  await database.transaction((tx) => recordAgreement(tx, { ...agreement, agreedAt: now() }))
}
