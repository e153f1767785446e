import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { UnreachableError } from '../fence/send-fenced.ts'
import type { FetchOptions } from './fetch-issuer-document.ts'
import { BadSignatureError, IdentityIssuers } from './identity-issuers.ts'

const issuer = 'https://issuer.example'
const minute = 60_000
const { privateKey, publicKey } = await generateKeyPair('RS256')
const publicJwk = { ...(await exportJWK(publicKey)), alg: 'RS256', use: 'sig' }

let nowMs = 0
let documents: Record<string, unknown> = {}
let isAway = false
let fetched: [string, FetchOptions][] = []
let issuers: IdentityIssuers

beforeEach(() => {
  nowMs = Date.parse('2026-11-22T12:00:00Z')
  isAway = false
  fetched = []
  documents = {
    [`${issuer}/.well-known/openid-configuration`]: { issuer, jwks_uri: `${issuer}/keys` },
    [`${issuer}/keys`]: { keys: [{ ...publicJwk, kid: 'one' }] },
  }
  issuers = new IdentityIssuers({
    trustedIssuers: ['http://localhost:9006'],
    now: () => new Date(nowMs),
    fetchDocument: async (url, options) => {
      fetched.push([url, options])
      if (isAway) throw new UnreachableError('cannot be reached')
      return documents[url]
    },
  })
})

const signed = (kid: string | undefined, key: CryptoKey = privateKey) =>
  new SignJWT({ sub: 'a' }).setProtectedHeader({ alg: 'RS256', ...(kid ? { kid } : {}) }).sign(key)
const verify = async (kid: string | undefined = 'one', from = issuer) =>
  issuers.verify(await signed(kid), from)
const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('IdentityIssuers.verify', () => {
  it('fetches discovery and keys once for 50 concurrent tokens, and again after 10 minutes', async () => {
    await Promise.all(Array.from({ length: 50 }, () => verify()))
    nowMs += 10 * minute - 1
    await verify()
    expect(fetched.map(([url]) => url)).toEqual([
      `${issuer}/.well-known/openid-configuration`,
      `${issuer}/keys`,
    ])
    nowMs += 1
    await verify()
    expect(fetched).toHaveLength(4)
  })

  it('keeps accepting known keys while the issuer is unavailable for an hour, and no longer', async () => {
    await verify()
    isAway = true
    for (let at = 0; at < 69; at += 1) {
      nowMs += minute
      await verify()
    }
    nowMs += minute
    expect(await errorOf(verify())).toEqual(new UnreachableError('cannot be reached'))
    isAway = false
    nowMs += minute
    await verify()
  })

  it('fetches at most once a minute for a flood of unknown key ids', async () => {
    await verify()
    for (let second = 1; second <= 180; second += 1) {
      nowMs += 1_000
      const errors = await Promise.all([`a${second}`, `b${second}`].map((kid) => errorOf(verify(kid))))
      expect(errors.every((error) => error instanceof BadSignatureError)).toBe(true)
    }
    expect(fetched).toHaveLength(2 + 3 * 2)
  })

  it('fetches at most once a minute from an issuer that never answered', async () => {
    isAway = true
    for (let second = 0; second < 120; second += 1) {
      expect(await errorOf(verify())).toBeInstanceOf(UnreachableError)
      nowMs += 1_000
    }
    expect(fetched).toHaveLength(2)
  })

  it('finds a key that the issuer added within a minute', async () => {
    await verify()
    documents[`${issuer}/keys`] = { keys: [{ ...publicJwk, kid: 'two' }] }
    nowMs += minute
    await verify('two')
    expect(await errorOf(verify('one'))).toBeInstanceOf(BadSignatureError)
  })

  it('accepts a token without a key id only from an issuer with a single matching key', async () => {
    await verify(undefined)
    const other = await exportJWK((await generateKeyPair('RS256')).publicKey)
    documents[`${issuer}/keys`] = { keys: [publicJwk, { ...other, alg: 'RS256' }] }
    nowMs += 10 * minute
    expect(await errorOf(issuers.verify(await signed(undefined), issuer))).toBeInstanceOf(BadSignatureError)
  })

  it('refuses a foreign key under a published key id', async () => {
    const foreign = await generateKeyPair('RS256')
    expect(await errorOf(issuers.verify(await signed('one', foreign.privateKey), issuer))).toBeInstanceOf(
      BadSignatureError,
    )
  })

  it.each([
    [
      'another issuer',
      { issuer: `${issuer}/`, jwks_uri: `${issuer}/keys` },
      'publishes the keys of another issuer',
    ],
    ['no keys URL', { issuer }, 'publishes no discovery document'],
    ['no document', undefined, 'publishes no discovery document'],
  ])('refuses discovery that names %s', async (_, document, message) => {
    documents[`${issuer}/.well-known/openid-configuration`] = document
    expect(await errorOf(verify())).toEqual(new UnreachableError(message))
  })

  it.each([[{}], [{ keys: 'none' }], [{ keys: [1] }], [undefined]])(
    'refuses the key set %j',
    async (document) => {
      documents[`${issuer}/keys`] = document
      expect(await errorOf(verify())).toEqual(new UnreachableError('publishes no key set'))
    },
  )

  it('exempts only the exact trusted issuer, and its keys only at its own address', async () => {
    const local = 'http://localhost:9006'
    const discovery = `${local}/.well-known/openid-configuration`
    documents[discovery] = { issuer: local, jwks_uri: `${local}/keys` }
    documents[`${local}/keys`] = documents[`${issuer}/keys`]
    await verify('one', local)
    await errorOf(verify('one', `${local}/`))
    nowMs += 10 * minute
    documents[discovery] = { issuer: local, jwks_uri: 'http://localhost:9009/keys' }
    await errorOf(verify('one', local))
    expect(fetched.map(([url, { isTrusted }]) => [url, isTrusted])).toEqual([
      [discovery, true],
      [`${local}/keys`, true],
      [discovery, false],
      [discovery, true],
      ['http://localhost:9009/keys', false],
    ])
  })
})
