import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isIsoDate,
  type NumberKind,
  normalizeDate,
  normalizeEmail,
  normalizeNumber,
  normalizePassword,
  normalizeTel,
  normalizeText,
  normalizeUrl,
  numberStep,
} from './normalize.ts'

const textNormalizations = {
  text: (text: string) => normalizeText(text),
  'digits only': (text: string) => normalizeText(text, { isDigitsOnly: true }),
  'lower case': (text: string) => normalizeText(text, { letterCase: 'lower' }),
  'upper case': (text: string) => normalizeText(text, { letterCase: 'upper' }),
  'digits only, upper case': (text: string) =>
    normalizeText(text, { isDigitsOnly: true, letterCase: 'upper' }),
  email: normalizeEmail,
  url: normalizeUrl,
  tel: normalizeTel,
  date: normalizeDate,
  password: normalizePassword,
}
const numberKinds: NumberKind[] = ['number', 'integer', 'decimal', 'money', 'percent']

const anyText = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom(' ', '\n', '\u00a0', '+', '-', '.', 'e', '0', '1', 'ß', 'İ', 'ŉ', 'h', 't', 'p'),
  }),
  fc.tuple(fc.integer({ min: 0, max: 9_999 }), fc.nat(13), fc.nat(32)).map((parts) => parts.join('-')),
)

describe.each(Object.entries(textNormalizations))('normalize %s', (_name, normalize) => {
  it('is idempotent and never throws', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const once = normalize(text)
        return once !== '' && (once === null || normalize(once) === once)
      }),
      { numRuns: 500 },
    )
  })

  // A pattern that backtracks catastrophically would exceed the test timeout.
  it('handles a million characters', () => {
    for (const unit of ['a', ' ', '1', '-', '2024-', '\u0130', '+@.']) {
      normalize(unit.repeat(1_000_000 / unit.length))
    }
  })
})

it('normalizing an empty value returns null for every kind of field', () => {
  for (const normalize of Object.values(textNormalizations)) expect(normalize('')).toBeNull()
  for (const kind of numberKinds) expect(normalizeNumber('', kind)).toBeNull()
  expect(normalizeText('   ')).toBeNull()
})

it('normalizeText trims text and applies the digits-only, lower-case and upper-case options', () => {
  expect(normalizeText('  a B ')).toBe('a B')
  expect(normalizeText(' a1-2 ', { isDigitsOnly: true })).toBe('12')
  expect(normalizeText(' aB ', { letterCase: 'lower' })).toBe('ab')
  expect(normalizeText(' aB ', { letterCase: 'upper' })).toBe('AB')
})

it('normalizeEmail trims and lower-cases email addresses', () => {
  expect(normalizeEmail(' Some.Body@Example.COM ')).toBe('some.body@example.com')
})

it.each([
  ['example.com', 'https://example.com'],
  [' example.com/a ', 'https://example.com/a'],
  ['http://example.com', 'http://example.com'],
  ['HTTPS://example.com', 'HTTPS://example.com'],
  ['httpbin.org', 'httpbin.org'],
  ['ftp://files.example.com', 'https://ftp://files.example.com'],
])('normalizeUrl turns %j into %j', (typed, committed) => {
  expect(normalizeUrl(typed)).toBe(committed)
})

it('normalizeTel keeps only digits and + in a phone number', () => {
  expect(normalizeTel(' +1 (555) 010-99 ext. 7')).toBe('+1555010997')
})

it.each([
  ['2024-08-14', '2024-08-14'],
  ['2024-8-4', '2024-08-04'],
  ['2024/08/14', '2024-08-14'],
  ['2024.8.14', '2024-08-14'],
  ['20240814', '2024-08-14'],
  ['2024-08-14T10:11:12.000Z', '2024-08-14'],
  [' 2024-02-29 ', '2024-02-29'],
  ['2023-02-29', '2023-02-29'],
  ['14.8.2024', '14.8.2024'],
  ['soon', 'soon'],
])('normalizeDate turns %j into %j', (typed, committed) => {
  expect(normalizeDate(typed)).toBe(committed)
})

it('isIsoDate accepts only dates that exist', () => {
  expect(['2024-02-29', '2000-02-29', '2024-12-31'].every(isIsoDate)).toBe(true)
  expect(
    ['2023-02-29', '1900-02-29', '2024-04-31', '2024-13-01', '2024-00-10', '2024-1-1'].some(isIsoDate),
  ).toBe(false)
})

it('normalizeNumber rounds a number and raises a negative one to 0', () => {
  expect(normalizeNumber('2.5', 'number')).toBe(3)
  expect(normalizeNumber('-7.2', 'number')).toBe(0)
})

it('normalizeNumber rounds an integer and allows negative ones', () => {
  expect(normalizeNumber('-7.6', 'integer')).toBe(-8)
  expect(Object.is(normalizeNumber('-0.2', 'integer'), 0)).toBe(true)
})

it.each(['decimal', 'money', 'percent'] as const)('normalizeNumber reads a %s value as a float', (kind) => {
  expect(normalizeNumber('-12.345', kind)).toBe(-12.345)
  expect(normalizeNumber('1e400', kind)).toBeNull()
  expect(normalizeNumber('none', kind)).toBeNull()
})

it('numberStep is 1 for number and integer, and 0.01 for decimal, money and percent', () => {
  expect(numberKinds.map(numberStep)).toEqual([1, 1, 0.01, 0.01, 0.01])
})

it.each(numberKinds)('normalizeNumber is idempotent for a %s value and never throws', (kind) => {
  fc.assert(
    fc.property(fc.oneof(anyText, fc.double().map(String), fc.float().map(String)), (text) => {
      const once = normalizeNumber(text, kind)
      return once === null || Object.is(normalizeNumber(String(once), kind), once)
    }),
    { numRuns: 500 },
  )
})
