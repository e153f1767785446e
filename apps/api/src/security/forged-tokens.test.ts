/** Only a JWT that this API signed, recorded and has not revoked is accepted. See docs/product/access.md#credentials. */
import { createHmac, createPublicKey, randomBytes } from 'node:crypto'
import { account } from '@portal/contract/account/account'
import { handoff } from '@portal/contract/handoff/handoff'
import { service } from '@portal/contract/service/service'
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { ulid } from 'ulid'
import { beforeEach, describe, expect, it } from 'vitest'
import { useTestApp } from '../testing/build-test-app.ts'
import { makeWorkspace } from '../testing/factories.ts'
import { makeScene, type Scene } from '../testing/hostile-scene.ts'
import { issueToken } from '../testing/issue-token.ts'

const test = useTestApp()
let scene: Scene
beforeEach(async () => {
  scene = await makeScene(test)
})

type Json = Record<string, unknown>

const encode = (value: Json | string) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
const decode = (part: string | undefined): Json =>
  JSON.parse(Buffer.from(part ?? '', 'base64url').toString('utf8'))

function partsOf(token: string) {
  const [header, payload, signature = ''] = token.split('.')
  return { header: decode(header), payload: decode(payload), head: `${header}.${payload}`, signature }
}

const ownPublicKey = (): JWK => test.services.keys.published[0] ?? {}
const publicPem = () =>
  createPublicKey({ key: ownPublicKey() as Json, format: 'jwk' } as Parameters<
    typeof createPublicKey
  >[0]).export({
    type: 'spki',
    format: 'pem',
  }) as string

function hmacToken(genuine: string, secret: string | Buffer, alg = 'HS256'): string {
  const { header, payload } = partsOf(genuine)
  const head = `${encode({ ...header, alg })}.${encode(payload)}`
  return `${head}.${createHmac('sha256', secret).update(head).digest('base64url')}`
}

/** Signs changed claims and headers with the API's key. */
async function signedByUs(genuine: string, claims: Json, header: Json = {}): Promise<string> {
  const { header: own, payload } = partsOf(genuine)
  const all = Object.entries({ ...payload, ...claims }).filter(([, value]) => value !== undefined)
  return new SignJWT(Object.fromEntries(all))
    .setProtectedHeader({ ...own, alg: 'ES256', ...header })
    .sign(test.services.keys.privateKey)
}

async function signedByAnother(genuine: string, header: Json = {}): Promise<string> {
  const { header: own, payload } = partsOf(genuine)
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = 'jwk' in header ? { jwk: await exportJWK(publicKey) } : {}
  return new SignJWT(payload).setProtectedHeader({ ...own, alg: 'ES256', ...header, ...jwk }).sign(privateKey)
}

async function es384(genuine: string): Promise<string> {
  const { privateKey } = await generateKeyPair('ES384')
  const { payload } = partsOf(genuine)
  return new SignJWT(payload).setProtectedHeader({ alg: 'ES384', kid: ownPublicKey().kid }).sign(privateKey)
}

/** Re-encodes the genuine signature as DER. */
function derSigned(genuine: string): string {
  const { head, signature } = partsOf(genuine)
  const bytes = Buffer.from(signature, 'base64url')
  const integers = [bytes.subarray(0, 32), bytes.subarray(32)].map((number) => {
    const positive = (number[0] ?? 0) > 127 ? Buffer.concat([Buffer.of(0), number]) : number
    return Buffer.concat([Buffer.of(2, positive.length), positive])
  })
  const body = Buffer.concat(integers)
  return `${head}.${Buffer.concat([Buffer.of(48, body.length), body]).toString('base64url')}`
}

async function expectRefused(token: string, type: string | RegExp = 'NotSignedIn'): Promise<void> {
  for (const call of [account.whoami, service.root, handoff.authReconnect] as const) {
    const reply = await test.send(call, {}, { bearer: token })
    expect(reply.status, call.name).toBe(401)
    expect(reply.errorType, call.name).toMatch(type)
    expect(reply.headers['www-authenticate']).toBe('Bearer error="invalid_token"')
  }
  if (token === '') return
  const introspected = await test.send(handoff.introspect, { body: { token } })
  expect(introspected.body).toEqual({ active: false })
}

const unsigned = (genuine: string, alg: unknown, signature = '') => {
  const { header, payload } = partsOf(genuine)
  return `${encode({ ...header, alg })}.${encode(payload)}.${signature}`
}

type Forge = (genuine: string) => string | Promise<string>

describe('a token is refused', () => {
  it.each<[string, Forge]>([
    ['without a signature, as alg none', (token) => unsigned(token, 'none')],
    ['as alg None with the genuine signature', (token) => unsigned(token, 'None', partsOf(token).signature)],
    ['as alg nOnE without a signature', (token) => unsigned(token, 'nOnE')],
    ['without an alg', (token) => unsigned(token, undefined, partsOf(token).signature)],
    ['with an alg that is not a string', (token) => unsigned(token, ['ES256'], partsOf(token).signature)],
    ['as HS256 with our public key in PEM for the secret', (token) => hmacToken(token, publicPem())],
    [
      'as HS256 with our public key as JWK for the secret',
      (token) => hmacToken(token, JSON.stringify(ownPublicKey())),
    ],
    ['as HS256 with the key id for the secret', (token) => hmacToken(token, String(ownPublicKey().kid))],
    ['as HS256 with an empty secret', (token) => hmacToken(token, '')],
    ['as HS256 that says ES256', (token) => hmacToken(token, publicPem(), 'ES256')],
    ['as ES384 under our key id', es384],
    ['signed by another key under our key id', (token) => signedByAnother(token)],
    ['signed by another key that it brings with it', (token) => signedByAnother(token, { jwk: {} })],
    [
      'signed by another key at an address that it names',
      (token) => signedByAnother(token, { jku: 'https://evil.example/jwks.json' }),
    ],
    [
      'signed by another key with a certificate address',
      (token) => signedByAnother(token, { x5u: 'https://evil.example/cert.pem' }),
    ],
    ['under a key id that is not published', (token) => signedByUs(token, {}, { kid: 'unknown' })],
    ['under a key id that is a path', (token) => signedByUs(token, {}, { kid: '../../../../dev/null' })],
    ['under a key id that is SQL', (token) => signedByUs(token, {}, { kid: "' union select 'x" })],
    [
      'with an unknown critical header',
      (token) => {
        const { header, payload } = partsOf(token)
        return `${encode({ ...header, crit: ['exp2'], exp2: 1 })}.${encode(payload)}.${partsOf(token).signature}`
      },
    ],
    [
      'with changed claims under the genuine signature',
      (token) => {
        const { header, payload, signature } = partsOf(token)
        return `${encode(header)}.${encode({ ...payload, exp: 9_999_999_999 })}.${signature}`
      },
    ],
    [
      'with the signature of another token',
      async (token) => {
        const { token: other } = await issueToken(test, {
          userId: scene.owner.user.id,
          workspaceId: scene.workspace.id,
          kind: 'api',
        })
        return `${partsOf(token).head}.${partsOf(other).signature}`
      },
    ],
    [
      'with a signature of zeros',
      (token) => `${partsOf(token).head}.${Buffer.alloc(64).toString('base64url')}`,
    ],
    ['with a random signature', (token) => `${partsOf(token).head}.${randomBytes(64).toString('base64url')}`],
    ['with a truncated signature', (token) => token.slice(0, -4)],
    ['with a signature in DER', derSigned],
    [
      'with one flipped bit in its signature',
      (token) => {
        const bytes = Buffer.from(partsOf(token).signature, 'base64url')
        bytes[10] = (bytes[10] ?? 0) ^ 1
        return `${partsOf(token).head}.${bytes.toString('base64url')}`
      },
    ],
    ['with an additional part', (token) => `${token}.${partsOf(token).signature}`],
    ['with a missing part', (token) => partsOf(token).head],
    [
      'as JSON',
      (token) => JSON.stringify({ payload: token.split('.')[1], signature: partsOf(token).signature }),
    ],
    ['followed by other text', (token) => `${token} and more`],
    [
      'with a header that is not JSON',
      (token) => `${encode('not json')}.${token.split('.').slice(1).join('.')}`,
    ],
    ['with a header of null', (token) => `${encode('null')}.${token.split('.').slice(1).join('.')}`],
    ['of dots', () => '..'],
    ['of the word null', () => 'null'],
    ['of the word undefined', () => 'undefined'],
    ['that is empty', () => ''],
    ['of 8 KB', () => `a.${'b'.repeat(8_000)}.c`],
  ])('%s', async (_, forge) => {
    await expectRefused(await forge(scene.apiToken.token))
    await expectRefused(await forge(scene.instanceToken.token))
  })

  it.each<[string, Json]>([
    ['of another issuer', { iss: 'https://auth.evil.example' }],
    ['of an issuer with a slash more', { iss: 'http://localhost:9001/' }],
    ['without an issuer', { iss: undefined }],
    ['for another audience', { aud: 'https://other.example' }],
    ['for several audiences', { aud: ['http://localhost:9001', 'https://other.example'] }],
    ['without an audience', { aud: undefined }],
    ['without an expiry', { exp: undefined }],
    ['with an expiry that is a string', { exp: '9999999999' }],
    ['without an id', { jti: undefined }],
    ['with an id that was never recorded', { jti: ulid() }],
    ['with an id that is SQL', { jti: "x' or '1'='1" }],
    ['with an id that is an object', { jti: { $ne: '' } }],
    ['without a subject', { sub: undefined }],
    ['with a start in the future', { nbf: 9_999_999_999 }],
    ['without a workspace', { workspaceId: undefined }],
    ['with an unknown role', { role: 'admin' }],
    ['of the instance role, recorded as an API token', { role: 'web', aud: 'http://localhost:8080' }],
  ])("%s, even if signed by the API's key", async (_, claims) => {
    await expectRefused(await signedByUs(scene.apiToken.token, claims))
  })

  it('when its role does not match the kind of its record', async () => {
    const { token } = scene.instanceToken
    await expectRefused(await signedByUs(token, { role: 'automation', aud: test.config.API_URL }))
    await expectRefused(await signedByUs(token, { aud: test.config.API_URL }))
  })

  it('with the subject of another user', async () => {
    await expectRefused(await signedByUs(scene.apiToken.token, { sub: scene.editor.user.id }))
  })

  it("with the id of another user's token", async () => {
    const facts = { userId: scene.editor.user.id, workspaceId: scene.workspace.id, kind: 'api' } as const
    const { id } = await issueToken(test, facts)
    await expectRefused(await signedByUs(scene.apiToken.token, { jti: id }))
  })

  it('with another workspace than the recorded one, even if the user owns both', async () => {
    const other = await makeWorkspace(test.database, scene.owner.user)
    await expectRefused(await signedByUs(scene.apiToken.token, { workspaceId: other.id }))
  })

  it('when it has expired by its claim but not by its record', async () => {
    await expectRefused(await signedByUs(scene.apiToken.token, { exp: 1 }), 'TokenExpired')
  })

  it('when it has expired by its record but not by its claim', async () => {
    const facts = { userId: scene.owner.user.id, workspaceId: scene.workspace.id, kind: 'api' } as const
    const { token } = await issueToken(test, { ...facts, expiresAt: new Date(Date.now() - 1_000) })
    await expectRefused(await signedByUs(token, { exp: 9_999_999_999 }), 'TokenExpired')
  })

  it('when it is revoked, even if its expiry is extended', async () => {
    const facts = { userId: scene.owner.user.id, workspaceId: scene.workspace.id, kind: 'api' } as const
    const { token } = await issueToken(test, { ...facts, revokedAt: new Date() })
    await expectRefused(await signedByUs(token, { exp: 9_999_999_999 }), 'TokenRevoked')
  })
})

it('the genuine API and instance tokens are accepted', async () => {
  for (const { token } of [scene.apiToken, scene.instanceToken]) {
    expect((await test.send(account.whoami, {}, { bearer: token })).status).toBe(200)
    expect((await test.send(account.whoami, {}, { bearer: await signedByUs(token, {}) })).status).toBe(200)
  }
})
