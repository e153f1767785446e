/** The keys that sign and verify tokens. See docs/product/tokens.md#keys. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportJWK, generateKeyPair, type JWK, jwtVerify } from 'jose'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ConfigurationError, readConfig } from '../config.ts'
import { loadSigningKeys } from './signing-keys.ts'
import { TokenSigner } from './token-signer.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portal-keys-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const load = async (environment: Record<string, string> = {}, dataDir = folder) =>
  loadSigningKeys(readConfig({ DATA_DIR: dataDir, ...environment }))

async function makeJwk(curve = 'ES256'): Promise<{ privateJwk: JWK; publicJwk: JWK }> {
  const { privateKey, publicKey } = await generateKeyPair(curve, { extractable: true })
  return { privateJwk: await exportJWK(privateKey), publicJwk: await exportJWK(publicKey) }
}

const claims = {
  tokenId: 'token',
  userId: 'user',
  workspaceId: 'workspace',
  role: 'automation' as const,
  audience: 'http://localhost:9001',
  issuedAt: new Date(),
  expiresAt: new Date(Date.now() + 60_000),
}

describe('loadSigningKeys without a configured key', () => {
  it('creates a key file with mode 600 and reuses it after a restart', async () => {
    const first = await load()
    const [file = ''] = readdirSync(folder)
    expect(readdirSync(folder)).toHaveLength(1)
    expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600)
    const second = await load()
    expect(second.keyId).toBe(first.keyId)
    expect(second.published).toEqual(first.published)
    const token = await new TokenSigner(first, readConfig({})).sign(claims)
    await expect(jwtVerify(token, second.resolve)).resolves.toMatchObject({ payload: { jti: 'token' } })
  })

  it('creates a single key when many processes start at the same time', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => load()))
    expect(new Set(all.map(({ keyId }) => keyId)).size).toBe(1)
    expect(readdirSync(folder)).toHaveLength(1)
  })

  it('creates a missing data folder', async () => {
    await expect(load({}, join(folder, 'a', 'b'))).resolves.toHaveProperty('keyId')
  })

  it('refuses an invalid key file without showing its content', async () => {
    await load()
    const [file = ''] = readdirSync(folder)
    writeFileSync(join(folder, file), '{"d":"sec')
    const failure = await load().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ConfigurationError)
    expect(String(failure)).not.toContain('sec')
    expect(readFileSync(join(folder, file), 'utf8')).toBe('{"d":"sec')
  })
})

describe('SIGNING_KEY', () => {
  it('is used without creating a key file', async () => {
    const { privateJwk, publicJwk } = await makeJwk()
    const keys = await load({ SIGNING_KEY: JSON.stringify({ ...privateJwk, kid: 'mine' }) })
    expect(keys.keyId).toBe('mine')
    expect(keys.published).toEqual([
      { kty: 'EC', crv: 'P-256', x: publicJwk.x, y: publicJwk.y, kid: 'mine', alg: 'ES256', use: 'sig' },
    ])
    expect(readdirSync(folder)).toEqual([])
  })

  it('gets an id derived from the key when it has none', async () => {
    const SIGNING_KEY = JSON.stringify((await makeJwk()).privateJwk)
    expect((await load({ SIGNING_KEY })).keyId).toBe((await load({ SIGNING_KEY })).keyId)
  })

  it('is refused when invalid, with a message that does not contain it', async () => {
    const { privateJwk, publicJwk } = await makeJwk()
    const other = await makeJwk('ES384')
    const wrong = [
      'not JSON: sec',
      '[]',
      'null',
      '"sec"',
      JSON.stringify(publicJwk),
      JSON.stringify(other.privateJwk),
      JSON.stringify({ ...privateJwk, d: 'sec' }),
      JSON.stringify({ ...privateJwk, x: 'sec' }),
      JSON.stringify({ ...privateJwk, x: undefined }),
    ]
    for (const SIGNING_KEY of wrong) {
      const failure = await load({ SIGNING_KEY }).catch((error: unknown) => error)
      expect(failure, SIGNING_KEY).toBeInstanceOf(ConfigurationError)
      expect(String(failure)).toMatch(/SIGNING_KEY must be a private P-256 key/)
      expect(String(failure)).not.toContain('sec')
    }
  })
})

describe('PUBLISHED_KEYS', () => {
  const asSet = (...keys: JWK[]) => JSON.stringify({ keys })

  it('are published alongside the signing key, without their private parts', async () => {
    const { privateJwk } = await makeJwk()
    const keys = await load({ PUBLISHED_KEYS: asSet({ ...privateJwk, kid: 'old' }) })
    expect(keys.published.map(({ kid }) => kid)).toEqual([keys.keyId, 'old'])
    expect(JSON.stringify(keys.published)).not.toContain(privateJwk.d)
  })

  it('verify tokens that a previous key signed', async () => {
    const { privateJwk, publicJwk } = await makeJwk()
    const former = await load({ SIGNING_KEY: JSON.stringify({ ...privateJwk, kid: 'old' }) })
    const token = await new TokenSigner(former, readConfig({})).sign(claims)
    const rotated = await load({ PUBLISHED_KEYS: asSet({ ...publicJwk, kid: 'old' }) })
    const signer = new TokenSigner(rotated, readConfig({}))
    await expect(signer.read(token, new Date())).resolves.toMatchObject({ jti: 'token' })
    await expect(new TokenSigner(await load(), readConfig({})).read(token, new Date())).rejects.toThrow(
      'not valid',
    )
  })

  it('never replace the signing key', async () => {
    const { privateJwk } = await makeJwk()
    const { publicJwk } = await makeJwk()
    const SIGNING_KEY = JSON.stringify({ ...privateJwk, kid: 'same' })
    const keys = await load({ SIGNING_KEY, PUBLISHED_KEYS: asSet({ ...publicJwk, kid: 'same' }) })
    expect(keys.published).toHaveLength(1)
    expect(keys.published[0]?.x).toBe(privateJwk.x)
  })

  it('are refused when they are not a valid key set', async () => {
    const { publicJwk } = await makeJwk()
    const wrong = [
      'x',
      '[]',
      'null',
      '{"keys":1}',
      '{"keys":[null]}',
      asSet(publicJwk),
      asSet({ kty: 'EC', kid: 'a' }),
    ]
    for (const PUBLISHED_KEYS of wrong)
      await expect(load({ PUBLISHED_KEYS }), PUBLISHED_KEYS).rejects.toThrow(/PUBLISHED_KEYS must be/)
  })
})
