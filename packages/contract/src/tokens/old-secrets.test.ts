import { expect, it } from 'vitest'
import { isOldSecretInUse } from './old-secrets.ts'

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
