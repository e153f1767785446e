/** Hostile identity tokens: none is accepted, all get the same response, and managers see the reason for each. */
import { trustRules } from '@portal/contract/trust-rules/trust-rules'
import { exportSPKI, generateKeyPair } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import { issuerKeys, keyId, signIdentityToken } from '../../testing/fake-issuers.ts'
import {
  claimsNow,
  exchange,
  type FederationScene,
  mainRule,
  makeFederationScene,
  triesOf,
} from '../../testing/federation-scene.ts'

const test = useTestApp()
let scene: FederationScene
beforeEach(async () => {
  scene = await makeFederationScene(test)
})

type Fields = Record<string, unknown>
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const encodeText = (text: string) => Buffer.from(text).toString('base64url')
const foreign = await generateKeyPair('RS256', { extractable: true })
const foreignEc = await generateKeyPair('ES256')
const pem = await exportSPKI(issuerKeys.publicKey)
const seconds = () => Math.floor(test.now().getTime() / 1_000)

const signed = (claims: Fields, header: Fields = {}) => signIdentityToken(claimsNow(test, claims), { header })
const signedBy = (key: CryptoKey | Uint8Array, header: Fields = {}, claims: Fields = {}) =>
  signIdentityToken(claimsNow(test, claims), { key, header })
const without = (...names: string[]) => signed(Object.fromEntries(names.map((name) => [name, undefined])))
const unsigned = (header: Fields, signature = '') =>
  `${encode(header)}.${encode(claimsNow(test))}.${signature}`

/** Replaces one part of a valid token. */
async function tampered(at: 0 | 1 | 2, part: string): Promise<string> {
  const parts = (await signed({})).split('.')
  parts[at] = part
  return parts.join('.')
}

type Attack = [name: string, token: () => Promise<string> | string]

/** Only counted, because nothing in the token can be trusted. */
const counted: Record<string, Attack[]> = {
  badSignature: [
    ['alg none without a signature', () => `${encode({ alg: 'none' })}.${encode(claimsNow(test))}.eA`],
    ['alg NONE', () => unsigned({ alg: 'NONE', kid: keyId }, 'eA')],
    ['no alg', () => unsigned({ kid: keyId }, 'eA')],
    ['HS256 with the public key as secret', () => signedBy(new TextEncoder().encode(pem), { alg: 'HS256' })],
    [
      'HS512 with the key set as secret',
      () => signedBy(new TextEncoder().encode(JSON.stringify(issuerKeys.publicJwk)), { alg: 'HS512' }),
    ],
    ['a foreign key under the same kid', () => signedBy(foreign.privateKey)],
    ['a foreign key under another kid', () => signedBy(foreign.privateKey, { kid: 'other' })],
    ['a foreign key without a kid', () => signedBy(foreign.privateKey, { kid: undefined })],
    ['a foreign elliptic key under the same kid', () => signedBy(foreignEc.privateKey, { alg: 'ES256' })],
    ['a key in the header', () => signedBy(foreign.privateKey, { jwk: issuerKeys.publicJwk })],
    ['jku to the attacker', () => signedBy(foreign.privateKey, { jku: 'https://evil.example/keys' })],
    ['x5u to the attacker', () => signedBy(foreign.privateKey, { x5u: 'https://evil.example/cert' })],
    ['a certificate in the header', () => signedBy(foreign.privateKey, { x5c: ['MIIB'] })],
    ['a kid that is a path', () => signedBy(foreign.privateKey, { kid: '../../dev/null' })],
    ['a kid that is SQL', () => signedBy(foreign.privateKey, { kid: "' or 1=1 --" })],
    ['a kid that is a list', () => unsigned({ alg: 'RS256', kid: [keyId] }, 'eA')],
    ['a kid of another letter case', () => signed({}, { kid: keyId.toUpperCase() })],
    ['an empty signature in base64', () => tampered(2, 'AA')],
    ['the signature of another token', async () => tampered(2, (await signed({})).split('.')[2] ?? '')],
    ['changed claims under a valid signature', () => tampered(1, encode(claimsNow(test, { ref: 'x' })))],
    [
      'a changed header under a valid signature',
      () => tampered(0, encode({ alg: 'RS256', kid: keyId, a: 1 })),
    ],
    ['a header that is not JSON', () => tampered(0, 'eA')],
    ['a header that is a list', () => tampered(0, encode([1]))],
    [
      'an unknown critical header',
      () => tampered(0, encode({ alg: 'RS256', kid: keyId, crit: ['x'], x: 1 })),
    ],
    ['another algorithm than the key is for', () => tampered(0, encode({ alg: 'PS256', kid: keyId }))],
    ['an encryption algorithm', () => tampered(0, encode({ alg: 'RSA-OAEP', enc: 'A256GCM' }))],
  ],
  otherIssuer: [
    ['an issuer that no rule names', () => signed({ iss: 'https://evil.example' })],
    ['a trailing slash', () => signed({ iss: `${mainRule.issuer}/` })],
    ['a trailing dot', () => signed({ iss: `${mainRule.issuer}.` })],
    [
      'a look-alike issuer',
      () => signed({ iss: 'https://token.actions.githubusercontent.com.evil.example' }),
    ],
    ['a look-alike letter', () => signed({ iss: 'https://token.actions.githubusercоntent.com' })],
    ['a full-width letter', () => signed({ iss: 'https://token.actions.ｇithubusercontent.com' })],
    ['upper case', () => signed({ iss: 'https://Token.actions.githubusercontent.com' })],
    ['http', () => signed({ iss: 'http://token.actions.githubusercontent.com' })],
    ['a port', () => signed({ iss: 'https://token.actions.githubusercontent.com:443' })],
    ['a user in the URL', () => signed({ iss: 'https://a@token.actions.githubusercontent.com' })],
    ['a space', () => signed({ iss: ` ${mainRule.issuer}` })],
    ['a private address', () => signed({ iss: 'https://169.254.169.254' })],
  ],
  malformed: [
    ['no token at all', () => 'hello'],
    ['an issuer that is a list', () => signed({ iss: [mainRule.issuer] })],
    ['no issuer', () => without('iss')],
    ['an issuer with a NUL', () => signed({ iss: `${mainRule.issuer}\0` })],
    ['an issuer with a lone surrogate', () => signed({ iss: `${mainRule.issuer}\ud800` })],
    ['claims that are a list', () => tampered(1, encode([1]))],
    ['claims of deep nesting in 40 KB', () => tampered(1, encodeText(`{"iss":${'['.repeat(15_000)}`))],
    ['20,000 characters', () => signed({ padding: 'a'.repeat(20_000) })],
    ['five parts as in an encrypted token', () => 'a.b.c.d.e'],
    ['two tokens in one', async () => `${await signed({})}.${await signed({})}`],
  ],
}

/** Recorded with the claim that differs. */
const recorded: [claim: string, ...attack: Attack][] = [
  ['exp', 'an expired token', () => signed({ iat: seconds() - 600, exp: seconds() - 61 })],
  ['exp', 'no expiry', () => without('exp')],
  ['exp', 'a lifetime of two days', () => signed({ exp: seconds() + 172_800 })],
  ['exp', 'an expiry beyond every calendar', () => signed({ exp: 1e300 })],
  ['iat', 'a token from the future', () => signed({ iat: seconds() + 120 })],
  ['iat', 'no time of issue', () => without('iat')],
  ['nbf', 'a token that is not valid yet', () => signed({ nbf: seconds() + 120 })],
  ['aud', 'another audience', () => signed({ aud: 'https://github.com/acme' })],
  ['aud', 'a list of audiences', () => signed({ aud: [mainRule.audience, 'https://evil.example'] })],
  ['aud', 'no audience', () => without('aud')],
  ['aud', 'an audience with a trailing slash', () => signed({ aud: `${mainRule.audience}/` })],
  ['sub', 'an empty subject', () => signed({ sub: '' })],
  ['sub', 'no subject', () => without('sub')],
  ['repository_id', 'another repository under the same name', () => signed({ repository_id: '9' })],
  ['repository_id', 'a missing pin', () => without('repository_id')],
  ['repository_id', 'a pin as a list', () => signed({ repository_id: ['1001'] })],
  ['repository_id', 'a pin in digits of another script', () => signed({ repository_id: '١٠٠١' })],
  ['repository_owner_id', 'another owner', () => signed({ repository_owner_id: '78' })],
  ['ref', 'another branch', () => signed({ ref: 'refs/heads/main2' })],
  ['ref', 'a look-alike branch', () => signed({ ref: 'refs/heads/mаin' })],
  ['ref', 'a decomposed or invisible character', () => signed({ ref: 'refs/heads/main\u200b' })],
  ['ref', 'a nested value', () => signed({ ref: { 'refs/heads/main': true } })],
  ['ref', 'a lone surrogate', () => signed({ ref: '\ud800' })],
]

async function expectRefusal(token: string): Promise<void> {
  const { status, body } = await exchange(test, scene, token)
  expect([status, body]).toEqual([
    400,
    {
      error: 'invalid_grant',
      error_description: 'The identity token was not accepted.',
      requestId: expect.any(String),
      kind: 'InvalidCode',
      message: 'The identity token was not accepted.',
    },
  ])
}

describe('POST /oauth/token refuses and counts', () => {
  const cases = Object.entries(counted).flatMap(([reason, attacks]) =>
    attacks.map(([name, token]) => [name, reason, token] as const),
  )
  it.each(cases)('%s as %s', async (_, reason, token) => {
    await expectRefusal(await token())
    const { exchanges, counts } = await triesOf(test, scene)
    expect(exchanges).toEqual([])
    expect(counts).toMatchObject([{ reason, count: 1 }])
  })

  it('tokens of an issuer that is unavailable, with the problem', async () => {
    test.issuers.isAway = true
    const rule = { ...mainRule, issuer: 'https://away.example' }
    await test.send(trustRules.create, { params: scene.params, body: rule }, scene.team.owner)
    await expectRefusal(await signed({ iss: rule.issuer }))
    expect((await triesOf(test, scene)).counts).toMatchObject([
      { reason: 'issuerUnavailable', count: 1, detail: 'The issuer cannot be reached.' },
    ])
  })
})

describe('POST /oauth/token refuses and records', () => {
  it.each(recorded)('a wrong %s: %s', async (claim, _, token) => {
    await expectRefusal(await token())
    const { exchanges, counts } = await triesOf(test, scene)
    expect(counts).toEqual([])
    expect(exchanges).toMatchObject([{ outcome: 'mismatch', trustRule: { name: 'main' } }])
    expect(exchanges[0]?.problems.map((problem) => problem.claim)).toEqual([claim])
  })

  it.each([
    ['with a jti', {}],
    ['without a jti', { jti: undefined }],
    ['with an empty jti', { jti: '' }],
  ])('a replayed token %s', async (_, more) => {
    const token = await signed(more)
    expect((await exchange(test, scene, token)).status).toBe(200)
    await expectRefusal(token)
    const { exchanges } = await triesOf(test, scene)
    expect(exchanges[0]).toMatchObject({ outcome: 'replayed', problems: [{ claim: 'jti' }] })
  })

  it('49 of 50 parallel replays', async () => {
    const token = await signed({})
    const replies = await Promise.all(Array.from({ length: 50 }, () => exchange(test, scene, token)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ body }) => body.error === 'invalid_grant')).toHaveLength(49)
  })

  it('tokens of issuers that no rule names, and fetches nothing from them', async () => {
    const before = test.issuers.fetched.length
    for (const iss of ['https://evil.example', 'https://10.0.0.1']) await expectRefusal(await signed({ iss }))
    expect(test.issuers.fetched).toHaveLength(before)
  })
})
