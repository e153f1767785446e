import { expect, it } from 'vitest'
import { countryOptions } from './country-options.ts'

it('countryOptions lists the 249 countries of ISO 3166-1, unique, named and sorted by name', () => {
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

it('countryOptions contains no regions, groups or withdrawn codes', () => {
  const codes = countryOptions(null).map(({ value }) => value)
  for (const code of ['EU', 'UN', 'XK', 'ZZ', 'DD', 'SU', 'AC', 'UK']) expect(codes).not.toContain(code)
})
