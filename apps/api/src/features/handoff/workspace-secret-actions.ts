/** The secret of a workspace, sealed at rest. See docs/product/hand-off.md#the-workspaces-secret. */
import { openText, sealText } from '../../crypto/sealed-text.ts'
import { newSecret } from '../../crypto/secrets.ts'
import type { Orm } from '../../db/database.ts'
import type { Services } from '../../services.ts'
import * as store from './handoff-store.ts'

type SecretServices = Pick<Services, 'keys'>

/** The index of plain secrets also contains this prefix. */
const prefix = 'sealed:'

const seal = ({ keys }: SecretServices, secret: string) =>
  `${prefix}${Buffer.from(sealText(keys.sealingSecret, secret)).toString('base64url')}`

/** Returns the secret of a stored text, or undefined if there is none or it was sealed with another key. */
function open({ keys }: SecretServices, stored: string): string | undefined {
  if (!stored.startsWith(prefix)) return stored || undefined
  return openText(keys.sealingSecret, Buffer.from(stored.slice(prefix.length), 'base64url'))
}

/**
 * Returns the secret of a workspace. Creates one if there is none or it can't be opened. Seals one that an
 * earlier release stored in plain text.
 */
export async function readWorkspaceSecret(
  services: SecretServices,
  db: Orm,
  { id, token: stored }: { id: string; token: string },
): Promise<string> {
  const known = open(services, stored)
  if (known !== undefined && stored.startsWith(prefix)) return known
  const secret = known ?? newSecret()
  if (await store.replaceSecret(db, id, { from: stored, to: seal(services, secret) })) return secret
  // Another process replaced it first.
  const current = await store.findSecret(db, id)
  return current === undefined ? secret : readWorkspaceSecret(services, db, { id, token: current })
}

/** Seals secrets that an earlier release has stored in plain text. Returns how many. */
export async function sealPlainSecrets(services: SecretServices, db: Orm, limit: number): Promise<number> {
  const rows = await store.plainSecrets(db, limit)
  for (const { id, token } of rows)
    await store.replaceSecret(db, id, { from: token, to: seal(services, token) })
  return rows.length
}
