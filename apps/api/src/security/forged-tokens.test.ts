/** Only a JWT that this API signed, recorded and has not revoked is accepted. See docs/product/access.md#credentials. */
import { createHmac, createPublicKey } from 'node:crypto'
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

const encode = (value: Json) => Buffer.from(JSON.stringify(value)).toString('base64url')
const decode = (part: string | undefined): Json =>
  JSON.parse(Buffer.from(part ?? '', 'base64url').toString('utf8'))

function partsOf(token: string) {
  const [header, payload, signature = ''] = token.split('.')
  return { header: decode(header), payload: decode(payload), head: `${header}.${payload}`, signature }
}

const ownPublicKey = (): JWK => test.services.keys.published[0] ?? {}
const publicPem = () =>
  createPublicKey({ key: ownPublicKey() as Json, format: 'jwk' }).export({ type: 'spki', format: 'pem' })

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

/** Signs with another key, under our key id. The header can bring the key along. */
async function signedByAnother(genuine: string, header: Json = {}): Promise<string> {
  const { header: own, payload } = partsOf(genuine)
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = 'jwk' in header ? { jwk: await exportJWK(publicKey) } : {}
  return new SignJWT(payload).setProtectedHeader({ ...own, alg: 'ES256', ...header, ...jwk }).sign(privateKey)
}

async function expectRefused(token: string, type = 'NotSignedIn'): Promise<void> {
  for (const call of [account.whoami, service.root, handoff.authReconnect] as const) {
    const reply = await test.send(call, {}, { bearer: token })
    expect(`${reply.status} ${reply.errorType}`, call.name).toBe(`401 ${type}`)
    expect(reply.headers['www-authenticate']).toBe('Bearer error="invalid_token"')
  }
  expect((await test.send(handoff.introspect, { body: { token } })).body).toEqual({ active: false })
}

const jwks = 'https://evil.example/jwks.json'

describe('a token is refused', () => {
  it.each<[string, (genuine: string) => string | Promise<string>]>([
    ['without a signature, as alg none', (token) => `${encode({ alg: 'none' })}.${token.split('.')[1]}.`],
    ['as HS256 with our public key in PEM for the secret', (token) => hmacToken(token, publicPem())],
    ['as HS256 with our public key as JWK', (token) => hmacToken(token, JSON.stringify(ownPublicKey()))],
    ['as HS256 that says ES256', (token) => hmacToken(token, publicPem(), 'ES256')],
    ['signed by another key under our key id', (token) => signedByAnother(token)],
    ['signed by another key that it brings with it', (token) => signedByAnother(token, { jwk: {} })],
    ['signed by another key at an address that it names', (token) => signedByAnother(token, { jku: jwks })],
    ['under a key id that is not published', (token) => signedByUs(token, {}, { kid: 'unknown' })],
    [
      'with changed claims under the genuine signature',
      (token) => {
        const { header, payload, signature } = partsOf(token)
        return `${encode(header)}.${encode({ ...payload, exp: 9_999_999_999 })}.${signature}`
      },
    ],
    [
      'with the signature of another token',
      (token) => {
        const other = token === scene.apiToken.token ? scene.instanceToken : scene.apiToken
        return `${partsOf(token).head}.${partsOf(other.token).signature}`
      },
    ],
    ['with a truncated signature', (token) => token.slice(0, -4)],
    ['with an additional part', (token) => `${token}.${partsOf(token).signature}`],
  ])('%s', async (_, forge) => {
    await expectRefused(await forge(scene.apiToken.token))
    await expectRefused(await forge(scene.instanceToken.token))
  })

  it.each<[string, () => Json]>([
    ['of another issuer', () => ({ iss: 'https://auth.evil.example' })],
    ['for another audience', () => ({ aud: 'https://other.example' })],
    ['for several audiences', () => ({ aud: ['http://localhost:9001', 'https://other.example'] })],
    ['without an expiry', () => ({ exp: undefined })],
    ['with an expiry that is a string', () => ({ exp: '9999999999' })],
    ['without an id', () => ({ jti: undefined })],
    ['with an id that was never recorded', () => ({ jti: ulid() })],
    ['with an id that is an object', () => ({ jti: { $ne: '' } })],
    ['with the id of another token', () => ({ jti: scene.instanceToken.id })],
    ['without a subject', () => ({ sub: undefined })],
    ['with the subject of another user', () => ({ sub: scene.editor.user.id })],
    ['with a start in the future', () => ({ nbf: 9_999_999_999 })],
    ['without a workspace', () => ({ workspaceId: undefined })],
    ['with an unknown role', () => ({ role: 'admin' })],
    ['of the instance role, recorded as an API token', () => ({ role: 'web', aud: 'http://localhost:8080' })],
  ])("%s, even if signed by the API's key", async (_, claims) => {
    await expectRefused(await signedByUs(scene.apiToken.token, claims()))
  })

  it('of the API role, recorded as an instance token', async () => {
    const { token } = scene.instanceToken
    await expectRefused(await signedByUs(token, { role: 'automation', aud: test.config.API_URL }))
    await expectRefused(await signedByUs(token, { aud: test.config.API_URL }))
  })

  it('with another workspace than the recorded one, even if the user owns both', async () => {
    const other = await makeWorkspace(test.database, scene.owner.user)
    await expectRefused(await signedByUs(scene.apiToken.token, { workspaceId: other.id }))
  })

  it('when it has expired by its claim but not by its record', async () => {
    await expectRefused(await signedByUs(scene.apiToken.token, { exp: 1 }), 'TokenExpired')
  })

  it('when it has expired or is revoked by its record, even if its claim is extended', async () => {
    const facts = { userId: scene.owner.user.id, workspaceId: scene.workspace.id, kind: 'api' } as const
    const past = new Date(Date.now() - 1_000)
    for (const [ended, type] of [
      [{ expiresAt: past }, 'TokenExpired'],
      [{ revokedAt: past }, 'TokenRevoked'],
    ] as const) {
      const { token } = await issueToken(test, { ...facts, ...ended })
      await expectRefused(await signedByUs(token, { exp: 9_999_999_999 }), type)
    }
  })
})

it('the genuine API and instance tokens are accepted, and so are the same claims signed again', async () => {
  for (const { token } of [scene.apiToken, scene.instanceToken])
    for (const bearer of [token, await signedByUs(token, {})])
      expect((await test.send(account.whoami, {}, { bearer })).status).toBe(200)
})
