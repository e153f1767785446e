/** The ES256 keys: from configuration, or a pair made once in the data folder (RULES section 3). */
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import type { JWK } from 'jose'
import { calculateJwkThumbprint, createLocalJWKSet, exportJWK, generateKeyPair, importJWK } from 'jose'
import type { Config } from '../config.ts'
import { ConfigurationError } from '../config.ts'

export interface SigningKeys {
  keyId: string
  privateKey: CryptoKey
  /** What `/.well-known/jwks.json` answers: our key and those still or already published beside it. */
  published: JWK[]
  resolve: ReturnType<typeof createLocalJWKSet>
}

async function makeKeyFile(path: string): Promise<void> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const draft = `${path}.${process.pid}`
  await writeFile(draft, JSON.stringify(await exportJWK(privateKey)), { mode: 0o600 })
  try {
    // A link fails where another process was first; whoever was first is right.
    await link(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await unlink(draft)
  }
}

async function readKeyFile(dataDir: string): Promise<string> {
  const path = join(dataDir, 'signing-key.json')
  await mkdir(dataDir, { recursive: true })
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    await makeKeyFile(path)
    return readFile(path, 'utf8')
  }
}

function parseKey(text: string, variable: string): JWK {
  try {
    const key = JSON.parse(text) as JWK
    if (key.kty === 'EC' && key.crv === 'P-256' && typeof key.d === 'string') return key
  } catch {
    // Said below, without the value.
  }
  throw new ConfigurationError([`${variable} must be a private P-256 key as JWK`])
}

function parsePublished(text: string): JWK[] {
  if (text === '') return []
  try {
    const { keys } = JSON.parse(text) as { keys: JWK[] }
    if (Array.isArray(keys) && keys.every((key) => key.kty === 'EC' && key.kid)) return keys.map(publicPart)
  } catch {
    // Said below.
  }
  throw new ConfigurationError(['PUBLISHED_KEYS must be a JWK set whose keys have a kid'])
}

/** Only what may be published, whatever else the key holds. */
function publicPart({ kty, crv, x, y, kid }: JWK): JWK {
  return { kty, crv, x, y, kid, alg: 'ES256', use: 'sig' } as JWK
}

export async function loadSigningKeys(config: Config): Promise<SigningKeys> {
  const text = config.SIGNING_KEY === '' ? await readKeyFile(config.DATA_DIR) : config.SIGNING_KEY
  const key = parseKey(text, config.SIGNING_KEY === '' ? 'The signing key in DATA_DIR' : 'SIGNING_KEY')
  const keyId = key.kid ?? (await calculateJwkThumbprint(key))
  const privateKey = (await importJWK({ ...key, alg: 'ES256' }, 'ES256')) as CryptoKey
  const others = parsePublished(config.PUBLISHED_KEYS).filter((other) => other.kid !== keyId)
  const published = [publicPart({ ...key, kid: keyId }), ...others]
  return { keyId, privateKey, published, resolve: createLocalJWKSet({ keys: published }) }
}
