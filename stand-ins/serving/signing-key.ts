import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { JsonFile } from './json-file.ts'

export type SigningKey = JWK & { kid: string }

/** Loads the private RS256 key. It is created at the first start, so that issued tokens stay valid after a restart. */
export async function openSigningKey(folder: string): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const made = { ...(await exportJWK(privateKey)), kid: randomUUID(), alg: 'RS256', use: 'sig' }
  const file = new JsonFile<SigningKey>(join(folder, 'signing-key.json'), made)
  if (file.value === made) await file.save()
  return file.value
}

/** Returns the public part of the key. */
export function publicKeyOf({ kty, n, e, kid, alg, use }: SigningKey): SigningKey {
  return { kty, n, e, kid, alg, use } as SigningKey
}
