import { expect, it } from 'vitest'
import { messages } from '../messages.ts'
import { billingInputSchema } from './billing.ts'
import { countryCodes } from './countries.ts'

const { country } = billingInputSchema.shape.billingInformation.shape
const messagesOf = (code: unknown) => country.safeParse(code).error?.issues.map(({ message }) => message)

it('accepts all 249 ISO 3166-1 country codes in billing details', () => {
  expect(new Set(countryCodes).size).toBe(249)
  for (const code of countryCodes) expect(messagesOf(code)).toBeUndefined()
})

it.each(['XX', 'EU', 'UK', 'ZZ', 'XK', 'de', 'DEU', 'DE ', 'A'.repeat(1_000_000)])(
  "refuses %.8s as a billing country with 'This field is invalid'",
  (code) => expect(messagesOf(code)).toEqual([messages.pattern]),
)

it.each(['', ' '])("refuses %j as a billing country with 'This field is required'", (code) =>
  expect(messagesOf(code)).toEqual([messages.required]),
)
