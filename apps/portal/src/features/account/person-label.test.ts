import { describe, expect, it } from 'vitest'
import { personLabel } from './person-label.ts'

const ada = { firstName: 'Ada', nickname: 'countess-7', email: 'ada@example.com' }

describe('personLabel', () => {
  it('prefers the first name to the nickname', () => {
    expect(personLabel(ada)).toBe('Ada')
  })

  it('uses the nickname without a first name', () => {
    expect(personLabel({ ...ada, firstName: null })).toBe('countess-7')
  })

  it('uses the email without any name', () => {
    expect(personLabel({ ...ada, firstName: '', nickname: null })).toBe('ada@example.com')
  })
})
