import { expect, it } from 'vitest'
import { billingInputSchema } from './billing.ts'
import { countryCodes } from './countries.ts'
import { messages } from './text-rules.ts'

const { country } = billingInputSchema.shape.billingInformation.shape
const messagesOf = (code: unknown) => country.safeParse(code).error?.issues.map(({ message }) => message)

it('accepts each of the 249 country codes of ISO 3166-1 for billing details', () => {
  expect(new Set(countryCodes).size).toBe(249)
  for (const code of countryCodes) expect(messagesOf(code)).toBeUndefined()
})

it.each(['XX', 'EU', 'UK', 'ZZ', 'XK', 'de', 'DEU', 'DE ', 'A'.repeat(1_000_000)])(
  "refuses a code that the country list does not offer as 'This field is invalid': %.8s",
  (code) => expect(messagesOf(code)).toEqual([messages.pattern]),
)

it.each(['', ' '])("requires a country: %j is refused as 'This field is required'", (code) =>
  expect(messagesOf(code)).toEqual([messages.required]),
)
