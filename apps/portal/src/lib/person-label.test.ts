import { describe, expect, it } from 'vitest'
import { personLabel } from './person-label.ts'

const ada = { firstName: 'Ada', nickname: 'countess-7', email: 'ada@example.com' }

describe('personLabel', () => {
  it('is the first name, although there is a nickname', () => {
    expect(personLabel(ada)).toBe('Ada')
  })

  it('is the nickname without a first name', () => {
    expect(personLabel({ ...ada, firstName: null })).toBe('countess-7')
  })

  it('is the email without any name', () => {
    expect(personLabel({ ...ada, firstName: '', nickname: null })).toBe('ada@example.com')
  })
})
