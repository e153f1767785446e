import { generateKeyPairSync } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import type { SigningKeys } from './signing-keys.ts'
import { isClientToken, TokenSigner } from './token-signer.ts'

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const keys = { keyId: 'key', privateKey, resolve: async () => publicKey } as unknown as SigningKeys
const signer = new TokenSigner(keys, readConfig({}))
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

  it('returns the claims of a token until it expires', async () => {
    const token = await signer.sign(claims)
    const beforeEnd = new Date(expiresAt.getTime() - 1_000)
    expect(await signer.read(token, beforeEnd)).toMatchObject({
      jti: 'token',
      sub: 'user',
      aud: signer.issuer,
    })
    await expect(signer.read(token, expiresAt)).rejects.toMatchObject({ type: 'TokenExpired' })
  })

  it('refuses the claims of a valid token with another signature', async () => {
    const token = await signer.sign(claims)
    const forged = `${token.slice(0, token.lastIndexOf('.'))}.${'A'.repeat(86)}`
    await expect(signer.read(forged, issuedAt)).rejects.toMatchObject({ type: 'NotSignedIn' })
  })

  it.each([
    ['an API token for an instance', 'automation', 'workspace'],
    ['an instance token for this API', 'web', signer.issuer],
  ] as const)('refuses %s', async (_, role, audience) => {
    const token = await signer.sign({ ...claims, role, audience })
    await expect(signer.read(token, issuedAt)).rejects.toMatchObject({ type: 'NotSignedIn' })
  })
})
