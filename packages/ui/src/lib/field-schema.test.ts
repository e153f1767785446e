import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type FieldRules, fieldProblem } from './field-schema.ts'
import { shortFilterName } from './filter-name.ts'

it("fieldProblem rejects a required value that is blank with 'This field is required' or the custom message", () => {
  for (const value of ['', '  \n', null, undefined]) {
    expect(fieldProblem(value, { isRequired: true })).toBe('This field is required')
    expect(fieldProblem(value, {})).toBeUndefined()
  }
  expect(fieldProblem('', { isRequired: true, requiredMessage: 'Say who' })).toBe('Say who')
  expect(fieldProblem(0, { isRequired: true })).toBeUndefined()
})

it('fieldProblem rejects a required checkbox unless it equals its checked value', () => {
  const rules: FieldRules = { isRequired: true, checkedValue: 'yes' }
  expect(fieldProblem('no', rules)).toBe('This field is required')
  expect(fieldProblem('yes', rules)).toBeUndefined()
  expect(fieldProblem(false, { isRequired: false, checkedValue: true })).toBeUndefined()
})

it.each([
  'http://example.com',
  'https://example.com:8080/a?b#c',
  'ftp://files.example.com',
  'http://localhost',
  'https://[::1]/',
])('fieldProblem accepts the URL %j', (url) => expect(fieldProblem(url, { format: 'url' })).toBeUndefined())

it.each([
  'example.com',
  'javascript:alert(1)',
  'mailto:a@b.c',
  'https://',
  'https:///path',
  'http://a b',
  'http:example.com',
  'https://exa mple.com',
  'https://ftp://files.example.com',
  'https://example.com:',
  'https://example.com:/path',
])("fieldProblem rejects %j as 'Invalid URL'", (url) =>
  expect(fieldProblem(url, { format: 'url' })).toBe('Invalid URL'),
)

it('fieldProblem accepts an empty URL, email address, time string and date', () => {
  for (const format of ['url', 'email', 'time-string', 'date'] as const) {
    expect(fieldProblem('', { format })).toBeUndefined()
  }
})

it.each(['a@b.co', 'some.body+tag@example.com', 'ö@bücher.example', ' spaced@example.com '])(
  'fieldProblem accepts the email address %j',
  (email) => expect(fieldProblem(email, { format: 'email' })).toBeUndefined(),
)

it.each([
  'nobody',
  'a@b',
  '@b.co',
  'a@@b.co',
  'a@b..co',
  'a b@c.de',
  'a@-b.co',
  'a@b.co,c@d.ef',
  `${'a'.repeat(250)}@b.co`,
])("fieldProblem rejects %j as 'Invalid email'", (email) =>
  expect(fieldProblem(email, { format: 'email' })).toBe('Invalid email'),
)

it("fieldProblem rejects a value that is not a duration as 'Invalid time string'", () => {
  expect(fieldProblem('12', { format: 'time-string' })).toBe('Invalid time string')
  expect(fieldProblem('48h', { format: 'time-string' })).toBeUndefined()
})

it("fieldProblem rejects a pattern mismatch with 'This field is invalid' or the custom message", () => {
  expect(fieldProblem('x', { pattern: /^\d+$/ })).toBe('This field is invalid')
  expect(fieldProblem('x', { pattern: /^\d+$/, patternMessage: 'Digits, please' })).toBe('Digits, please')
  expect(fieldProblem('12', { pattern: /^\d+$/ })).toBeUndefined()
})

it('fieldProblem states the minimum and maximum length of an input or a password', () => {
  const rules: FieldRules = { minLength: 3, maxLength: 5 }
  expect(fieldProblem('ab', rules)).toBe('Your input must be at least 3 characters long.')
  expect(fieldProblem('abcdef', rules)).toBe('Your input cannot be more than 5 characters long.')
  expect(fieldProblem('ab', { ...rules, isPassword: true })).toBe(
    'Your password must be at least 3 characters long.',
  )
  expect(fieldProblem('abcdef', { ...rules, isPassword: true })).toBe(
    'Your password cannot be more than 5 characters long.',
  )
  expect(fieldProblem('abcde', rules)).toBeUndefined()
})

it("shortFilterName cuts names longer than 40 characters to 40 plus '...'", () => {
  expect(shortFilterName('a'.repeat(40))).toBe('a'.repeat(40))
  expect(shortFilterName('a'.repeat(41))).toBe(`${'a'.repeat(40)}...`)
  expect(shortFilterName('😀'.repeat(41))).toBe(`${'😀'.repeat(40)}...`)
})

it('fieldProblem never throws for any value and rule', () => {
  const rules = fc.constantFrom<FieldRules>(
    { isRequired: true },
    { format: 'url' },
    { format: 'email' },
    { format: 'time-string' },
    { format: 'date' },
    { pattern: /^[a-z]+$/ },
    { minLength: 2, maxLength: 4 },
  )
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.anything()), rules, (value, rule) => {
      return ['string', 'undefined'].includes(typeof fieldProblem(value, rule))
    }),
  )
})

// A pattern that backtracks catastrophically would exceed the test timeout.
it.each<[string, FieldRules]>([
  ['url', { format: 'url' }],
  ['email', { format: 'email' }],
  ['time-string', { format: 'time-string' }],
  ['date', { format: 'date' }],
  ['pattern', { pattern: /^(a+)+$/ }],
  ['length', { maxLength: 500 }],
])('fieldProblem checks a million characters against the %s rule without hanging', (_name, rule) => {
  for (const unit of ['a', ' ', '1', '@', 'https://a.', '-']) {
    fieldProblem(unit.repeat(1_000_000 / unit.length), rule)
  }
})
