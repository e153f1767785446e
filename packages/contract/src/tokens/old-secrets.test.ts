import { expect, it } from 'vitest'
import { hasReplacedUnused, isOldSecretInUse } from './old-secrets.ts'
import type { TokenSecret } from './token-schemas.ts'

const now = new Date('2025-03-10T12:00:00.000Z')

it.each([
  ['used an hour after the rotation', '2025-03-10T09:00:00.000Z', '2025-03-10T08:00:00.000Z', true],
  ['used just before the rotation', '2025-03-10T07:59:59.000Z', '2025-03-10T08:00:00.000Z', false],
  ['last used less than a day ago', '2025-03-09T12:00:00.001Z', '2025-03-01T08:00:00.000Z', true],
  ['last used a day ago', '2025-03-09T12:00:00.000Z', '2025-03-01T08:00:00.000Z', false],
  ['never used', null, '2025-03-01T08:00:00.000Z', false],
])('isOldSecretInUse › decides about an old secret that was %s', (_, lastUsedAt, rotatedAt, isInUse) => {
  expect(isOldSecretInUse({ lastUsedAt }, rotatedAt, now)).toBe(isInUse)
})

const withSecrets = (...createdAt: string[]) => ({
  secrets: createdAt.map((each) => ({ createdAt: each }) as TokenSecret),
})

it.each([
  ['kept the newest secret for an overlap', ['3', '2', '1'], false],
  ['replaced the newest secret', ['3', '1'], true],
])('hasReplacedUnused › decides about a rotation that %s', (_, after, isReplaced) => {
  expect(hasReplacedUnused(withSecrets('2', '1'), withSecrets(...after))).toBe(isReplaced)
})
