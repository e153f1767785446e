import { describe, expect, it } from 'vitest'
import { authToken } from '../../testing/tokens.ts'
import { expiryOf, formatExpiry } from './token-expiration-field.tsx'
import { tokenSnippets, tokenVariableName } from './token-generated-dialog.tsx'
import { rotationPhase, splitTokens } from './token-state.ts'

const now = new Date('2025-03-01T12:00:00.000Z')

describe('the state of a token', () => {
  it('is inactive once it is revoked or expiresAt is earlier than now, and lists are sorted newest first', () => {
    const ids = (list: { id: string }[]) => list.map(({ id }) => id)
    const { active, inactive } = splitTokens(
      [
        authToken({ id: 'C', createdAt: '2024-03-01T00:00:00.000Z', expiresAt: undefined }),
        authToken({ id: 'B', createdAt: '2024-02-01T00:00:00.000Z' }),
        authToken({ id: 'A', createdAt: '2024-02-01T00:00:00.000Z', expiresAt: now.toISOString() }),
        authToken({ id: 'Y', createdAt: '2024-02-01T00:00:00.000Z', revokedAt: '2024-02-02T00:00:00.000Z' }),
        authToken({ id: 'X', createdAt: '2024-01-01T00:00:00.000Z', expiresAt: '2025-03-01T11:59:59.999Z' }),
      ],
      now,
    )
    expect(ids(active)).toEqual(['C', 'B', 'A'])
    expect(ids(inactive)).toEqual(['Y', 'X'])
  })
})

describe('rotationPhase', () => {
  it.each([
    ['recent', '2025-02-28T12:00:00.001Z', '2025-02-28T11:00:00.000Z'],
    ['recent', '2025-02-28T12:00:00.001Z', null],
    ['idle', '2025-02-28T12:00:00.000Z', '2025-02-28T11:00:00.000Z'],
    ['inUse', '2025-02-28T12:00:00.000Z', '2025-02-28T13:00:00.000Z'],
  ])(
    'is %s at noon of the next day if the rotation was at %s and the last use of the old secret at %s',
    (phase, rotatedAt, lastUsedAt) => {
      const secret = { createdAt: rotatedAt, expiresAt: '2025-06-01T00:00:00.000Z', lastUsedIp: null }
      const newest = { ...secret, retiresAt: null, lastUsedAt: rotatedAt }
      const old = { ...secret, retiresAt: '2025-03-08T12:00:00.000Z', lastUsedAt }
      expect(rotationPhase({ newest, old: [old] }, now)).toBe(phase)
    },
  )
})

describe('expiryOf', () => {
  it.each([
    ['48h', '2025-03-03T12:00:00.000Z'],
    ['1d', '2025-03-02T12:00:00.000Z'],
    ['1m', '2025-03-01T12:01:00.000Z'],
    ['1y', '2026-03-01T18:00:00.000Z'],
  ])('returns for %s the date %s', (text, expiry) => {
    expect(expiryOf(text, now)?.toISOString()).toBe(expiry)
  })

  it.each(['', '90', 'soon', '-1d', '0s', '9999999999y', null, undefined])(
    'returns undefined for %s',
    (text) => {
      expect(expiryOf(text, now)).toBeUndefined()
    },
  )
})

describe('formatExpiry', () => {
  it.each([
    ['1m', /^in 1 minute$/],
    ['48h', /^Mar 3, 2025, \d{1,2}:00\s[AP]M$/],
    ['7d', /^Mar 8, 2025$/],
    ['1y', /^Mar [12], 2026$/],
  ])('formats the expiry of a lifetime of %s', (text, shown) => {
    expect(formatExpiry(expiryOf(text, now) ?? now, now)).toMatch(shown)
  })
})

describe('the token snippets', () => {
  it('contain the API URL and the token, except for the JavaScript, which reads the variable', () => {
    const [curl, variable, script] = tokenSnippets('W1', 'eyJ.a-b_c')
    expect(curl?.code).toBe(
      "curl 'http://localhost:9001/workspaces/W1' \\\n  --header 'Authorization: Bearer eyJ.a-b_c'",
    )
    expect(variable?.code).toBe("export SI_API_TOKEN='eyJ.a-b_c'")
    expect(script?.code).toContain("fetch('http://localhost:9001/workspaces/W1'")
    expect(script?.code).toContain('process.env.SI_API_TOKEN')
    expect(script?.code).not.toContain('eyJ')
  })

  it.each([
    ['System Initiative', 'SI_API_TOKEN'],
    ['Acme', 'ACME_API_TOKEN'],
    ['3 Towers', 'TOWERS_API_TOKEN'],
    ['門', 'API_TOKEN'],
  ])('name the variable of "%s" %s', (productName, name) => {
    expect(tokenVariableName(productName)).toBe(name)
  })
})
