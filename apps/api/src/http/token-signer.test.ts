import { generateKeyPairSync } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { describe, expect, it, vi } from 'vitest'
import { readConfig } from '../config.ts'
import type { SigningKeys } from './signing-keys.ts'
import { isClientToken, TokenSigner } from './token-signer.ts'

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const resolve = vi.fn(async () => publicKey)
const newSigner = () =>
  new TokenSigner({ keyId: 'key', privateKey, resolve } as unknown as SigningKeys, readConfig({}))
const signer = newSigner()
const issuedAt = new Date('2026-11-23T12:00:00.900Z')
const expiresAt = new Date('2026-11-23T13:00:00.900Z')

describe('TokenSigner.signForCli', () => {
  it('signs a token with the user, the role of the CLI and times in whole seconds', async () => {
    const token = await signer.signForCli({ tokenId: 'token', userId: 'user', issuedAt, expiresAt })
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'ES256', kid: 'key', typ: 'JWT' })
    expect(decodeJwt(token)).toEqual({
      userId: 'user',
      role: 'cli',
      iss: signer.issuer,
      sub: 'user',
      aud: signer.issuer,
      jti: 'token',
      iat: 1_795_435_200,
      exp: 1_795_438_800,
    })
    expect(isClientToken(token)).toBe(true)
  })
})

describe('TokenSigner.sign', () => {
  it('marks the subject of a service account and adds the id of its owner', async () => {
    const token = await signer.sign({
      tokenId: 'token',
      userId: 'owner',
      serviceAccountId: 'bot',
      workspaceId: 'workspace',
      role: 'automation',
      audience: signer.issuer,
      issuedAt,
      expiresAt,
    })
    expect(decodeJwt(token)).toEqual({
      userId: 'owner',
      serviceAccountId: 'bot',
      workspaceId: 'workspace',
      role: 'automation',
      version: '2',
      iss: signer.issuer,
      sub: 'service-account:bot',
      aud: signer.issuer,
      jti: 'token',
      iat: 1_795_435_200,
      exp: 1_795_438_800,
    })
    expect(isClientToken(token)).toBe(false)
  })
})

describe('TokenSigner.read', () => {
  const claims = {
    tokenId: 'token',
    userId: 'user',
    workspaceId: 'workspace',
    role: 'automation',
    audience: signer.issuer,
    issuedAt,
    expiresAt,
  } as const

  it('verifies the signature of a token once, and checks its expiry on every call', async () => {
    const reader = newSigner()
    const token = await reader.sign(claims)
    resolve.mockClear()
    const read = await reader.read(token, issuedAt)
    expect(read).toMatchObject({ jti: 'token', sub: 'user', aud: signer.issuer })
    expect(await reader.read(token, new Date(expiresAt.getTime() - 1_000))).toEqual(read)
    expect(resolve).toHaveBeenCalledTimes(1)
    await expect(reader.read(token, expiresAt)).rejects.toMatchObject({ type: 'TokenExpired' })
  })

  it('refuses a token with the claims of a verified token but another signature', async () => {
    const reader = newSigner()
    const token = await reader.sign(claims)
    await reader.read(token, issuedAt)
    const forged = `${token.slice(0, token.lastIndexOf('.'))}.${'A'.repeat(86)}`
    for (const other of [forged, `${token} `, `${token}=`])
      await expect(reader.read(other, issuedAt)).rejects.toMatchObject({ type: 'NotSignedIn' })
  })

  it.each([
    ['an API token for an instance', 'automation', 'workspace'],
    ['an instance token for this API', 'web', signer.issuer],
  ] as const)('refuses %s', async (_, role, audience) => {
    const token = await signer.sign({ ...claims, role, audience })
    await expect(newSigner().read(token, issuedAt)).rejects.toMatchObject({ type: 'NotSignedIn' })
  })

  it('accepts one spelling of the last character, although jose ignores four of its bits', async () => {
    const reader = newSigner()
    const token = await reader.sign(claims)
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const accepted: string[] = []
    for (const last of alphabet)
      await reader.read(token.slice(0, -1) + last, issuedAt).then(
        () => accepted.push(last),
        () => {},
      )
    expect(accepted).toEqual([token.at(-1)])
  })
})
