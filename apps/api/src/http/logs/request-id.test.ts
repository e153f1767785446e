import { expect, it } from 'vitest'
import { newRequestId } from './request-log.ts'

it('Request ids are unique, even within a millisecond', () => {
  const ids = Array.from({ length: 10_000 }, () => newRequestId())
  expect(new Set(ids).size).toBe(10_000)
  for (const id of ids) expect(id).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/)
})
