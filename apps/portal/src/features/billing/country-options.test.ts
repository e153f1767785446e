import { expect, it } from 'vitest'
import { countryOptions } from './country-options.ts'

it('has the 249 countries of ISO 3166-1, each once and with a name, sorted by it', () => {
  const options = countryOptions(null)
  const codes = options.map(({ value }) => value)
  expect(new Set(codes).size).toBe(249)
  for (const { value, label } of options) {
    expect(value).toMatch(/^[A-Z]{2}$/)
    expect(label).toMatch(new RegExp(`^.+ \\(${value}\\)$`))
    expect(label).not.toBe(`${value} (${value})`)
  }
  const labels = options.map(({ label }) => label)
  expect(labels).toEqual(labels.toSorted((a, b) => a.localeCompare(b, 'en')))
  expect(labels).toContain('Germany (DE)')
})

it('offers no area, no group and no code that was taken back', () => {
  const codes = countryOptions(null).map(({ value }) => value)
  for (const code of ['EU', 'UN', 'XK', 'ZZ', 'DD', 'SU', 'AC', 'UK']) expect(codes).not.toContain(code)
})
