import { describe, expect, it } from 'vitest'
import { isStaffEmail } from './staff-email.ts'

describe('isStaffEmail', () => {
  it.each(['sasha@systeminit.com', ' Sasha@SystemInit.COM ', 'a@b@systeminit.com'])('accepts %s', (email) => {
    expect(isStaffEmail(email, 'SystemInit.com')).toBe(true)
  })

  it.each([
    '@systeminit.com',
    'systeminit.com',
    'x@notsysteminit.com',
    'x@mail.systeminit.com',
    'x@systeminit.com.evil.example',
    'systeminit.com@example.com',
  ])('refuses %s', (email) => {
    expect(isStaffEmail(email, 'systeminit.com')).toBe(false)
  })

  it('accepts no address when the staff domain is empty', () => {
    expect(isStaffEmail('x@', '')).toBe(false)
  })
})
