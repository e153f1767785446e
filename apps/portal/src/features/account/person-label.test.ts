import { expect, it } from 'vitest'
import { personLabel } from './person-label.ts'

const ada = { firstName: 'Ada', nickname: 'countess-7', email: 'ada@example.com' }

it.each([
  ['the first name before the nickname', ada, 'Ada'],
  ['the nickname without a first name', { ...ada, firstName: null }, 'countess-7'],
  ['the email without any name', { ...ada, firstName: '', nickname: null }, 'ada@example.com'],
])('personLabel returns %s', (_which, names, label) => expect(personLabel(names)).toBe(label))
