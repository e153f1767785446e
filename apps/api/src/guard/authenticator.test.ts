import { describe, expect, it } from 'vitest'
import { isRetired, tokenPaused } from './authenticator.ts'
import { serviceAccountOf } from './caller.ts'
import type { FoundToken } from './credential-store.ts'

const retiresAt = new Date('2026-11-23T12:00:00Z')

const isRetiredAt = (at: string, row: Partial<FoundToken>) =>
  isRetired({ secretId: 'newer', secretRetiresAt: null, isRotated: true, ...row } as FoundToken, new Date(at))

describe('isRetired', () => {
  it('accepts a secret until the moment of its retirement', () => {
    expect(isRetiredAt('2026-11-23T11:59:59.999Z', { secretRetiresAt: retiresAt })).toBe(false)
    expect(isRetiredAt('2026-11-23T12:00:00Z', { secretRetiresAt: retiresAt })).toBe(true)
  })

  it('accepts the newest secret, which has no retirement', () =>
    expect(isRetiredAt('2099-01-01T00:00:00Z', {})).toBe(false))

  it('refuses a secret that is no longer stored once the token has been rotated', () => {
    expect(isRetiredAt('2026-11-23T12:00:00Z', { secretId: null })).toBe(true)
    expect(isRetiredAt('2026-11-23T12:00:00Z', { secretId: null, isRotated: false })).toBe(false)
  })
})

describe('serviceAccountOf', () => {
  it('never takes a service account for the user, even if its name is empty', () => {
    expect(serviceAccountOf({ serviceAccountId: 'S1', serviceAccountName: '' })).toEqual({
      id: 'S1',
      name: '',
    })
  })

  it('returns null for a token of a user', () => {
    expect(serviceAccountOf({ serviceAccountId: null, serviceAccountName: null })).toBeNull()
    expect(serviceAccountOf({})).toBeNull()
  })
})

describe('tokenPaused', () => {
  it('states when the pause ends and how many seconds to wait', () => {
    const until = new Date('2026-11-23T12:01:30Z')
    expect(tokenPaused(until, new Date('2026-11-23T12:00:00Z'))).toMatchObject({
      type: 'TokenPaused',
      message: 'The token is paused until 2026-11-23T12:01:30.000Z.',
      details: { retryAfterSeconds: 90 },
    })
  })
})
