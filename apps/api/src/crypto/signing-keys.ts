/** The ES256 signing keys: from the configuration, or generated once in the data folder. See docs/product/tokens.md#keys. */
import { hash, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { JWK } from 'jose'
import { calculateJwkThumbprint, createLocalJWKSet, exportJWK, generateKeyPair, importJWK } from 'jose'
import type { Config } from '../config.ts'
import { ConfigurationError } from '../config.ts'

export interface SigningKeys {
  keyId: string
  privateKey: CryptoKey
  /** Seals secrets in the database. Derived from the private key, so a new signing key makes sealed secrets unreadable. */
  sealingSecret: string
  /** The keys in `/.well-known/jwks.json`: the current key, and previous or upcoming keys during a rotation. */
  published: JWK[]
  resolve: ReturnType<typeof createLocalJWKSet>
}

async function makeKeyFile(path: string): Promise<void> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const draft = `${path}.${randomUUID()}`
  await writeFile(draft, JSON.stringify(await exportJWK(privateKey)), { mode: 0o600, flag: 'wx' })
  try {
    // The link fails if another process has already created the file. That process's key is then used.
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

/** Throws `ConfigurationError` with a message that does not contain the key. */
async function parseKey(text: string, variable: string): Promise<{ jwk: JWK; privateKey: CryptoKey }> {
  try {
    const jwk = JSON.parse(text) as JWK
    if (isPoint(jwk) && typeof jwk.d === 'string') {
      const privateKey = (await importJWK({ ...jwk, alg: 'ES256' }, 'ES256')) as CryptoKey
      return { jwk, privateKey }
    }
  } catch {
    // Reported below, without the key.
  }
  throw new ConfigurationError([`${variable} must be a private P-256 key as JWK`])
}

async function parsePublished(text: string): Promise<JWK[]> {
  if (text === '') return []
  try {
    // The configuration has checked the fields.
    const { keys } = JSON.parse(text) as { keys: JWK[] }
    const published = keys.map(publicPart)
    for (const key of published) await importJWK(key, 'ES256')
    return published
  } catch {
    // Reported below.
  }
  throw new ConfigurationError(['PUBLISHED_KEYS must be a JWK set of P-256 keys, each with a kid'])
}

const isPoint = ({ kty, crv, x, y }: JWK) =>
  kty === 'EC' && crv === 'P-256' && typeof x === 'string' && typeof y === 'string'

/** Copies only the public fields of a key. */
function publicPart({ kty, crv, x, y, kid }: JWK): JWK {
  return { kty, crv, x, y, kid, alg: 'ES256', use: 'sig' } as JWK
}

export async function loadSigningKeys(config: Config): Promise<SigningKeys> {
  const text = config.SIGNING_KEY === '' ? await readKeyFile(config.DATA_DIR) : config.SIGNING_KEY
  const variable = config.SIGNING_KEY === '' ? 'The signing key in DATA_DIR' : 'SIGNING_KEY'
  const { jwk: key, privateKey } = await parseKey(text, variable)
  const keyId = key.kid ?? (await calculateJwkThumbprint(key))
  const others = (await parsePublished(config.PUBLISHED_KEYS)).filter((other) => other.kid !== keyId)
  const published = [publicPart({ ...key, kid: keyId }), ...others]
  const sealingSecret = hash('sha256', `sealed secrets ${key.d ?? ''}`, 'base64url')
  return { keyId, privateKey, sealingSecret, published, resolve: createLocalJWKSet({ keys: published }) }
}
