import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { JsonFile } from '../serving/json-file.ts'

export type SigningKey = JWK & { kid: string }

/** Loads the private RS256 key. It is created at the first start, so that issued tokens stay valid after a restart. */
export async function openSigningKey(folder: string): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const made: SigningKey = {
    ...(await exportJWK(privateKey)),
    kid: randomUUID().toUpperCase(),
    alg: 'RS256',
    use: 'sig',
  }
  const path = join(folder, 'signing-key.json')
  const file = await JsonFile.open<SigningKey>({ path, initial: () => made, mode: 0o600 })
  if (file.value === made) await file.save()
  return file.value
}
