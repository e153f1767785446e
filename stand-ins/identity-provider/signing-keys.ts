import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { ulid } from 'ulid'
import { JsonFile } from '../serving/json-file.ts'

export interface SigningKeys {
  /** The private key that signs ID tokens and management tokens. */
  privateKey: JWK & { kid: string }
  /** The secret that signs the provider's cookies. */
  cookieSecret: string
}

async function makeKeys(): Promise<SigningKeys> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return {
    privateKey: { ...(await exportJWK(privateKey)), kid: ulid(), alg: 'RS256', use: 'sig' },
    cookieSecret: randomBytes(32).toString('base64url'),
  }
}

/** Loads the provider's keys. They are created at first start and stored, so tokens survive a restart. */
export async function openSigningKeys(folder: string): Promise<SigningKeys> {
  const made = await makeKeys()
  const path = join(folder, 'signing-keys.json')
  const file = await JsonFile.open<SigningKeys>({ path, initial: () => made, mode: 0o600 })
  if (file.value === made) await file.save()
  return file.value
}
