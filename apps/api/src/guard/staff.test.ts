import { describe, expect, it } from 'vitest'
import { isStaff } from './staff.ts'

const config = { STAFF_DOMAIN: 'systeminit.com', STAFF_EMAILS: ['Helper@Example.com'] }
const staff = (email: string, emailVerified = true, given = config) =>
  isStaff({ email, emailVerified, isAddressProven: true }, given)

describe('isStaff', () => {
  it.each([
    'a@systeminit.com',
    'A@SystemInit.COM',
    ' a@systeminit.com ',
    'helper@example.com',
    'HELPER@EXAMPLE.COM',
  ])('accepts the verified address %j', (email) => expect(staff(email)).toBe(true))

  it.each([
    ...[
      'a@systeminit.com.evil.example',
      'a@evilsysteminit.com',
      'a@sub.systeminit.com',
      'a@systeminit.co',
      'a@systeminit.comm',
    ],
    ...[
      'systeminit.com@evil.example',
      'a@systeminit.com@evil.example',
      'a+systeminit.com@evil.example',
      'systeminit.com',
      '',
    ],
    ...[
      'other@example.com',
      'xhelper@example.com',
      'helper@example.com.evil.example',
      'a@systemınit.com',
      'a@systeminit.com.',
    ],
  ])('refuses %j', (email) => expect(staff(email)).toBe(false))

  it('refuses an unverified address', () => {
    expect(staff('a@systeminit.com', false)).toBe(false)
    expect(staff('helper@example.com', false)).toBe(false)
  })

  it('refuses an address that the last sign-in did not prove', () =>
    expect(isStaff({ email: 'a@systeminit.com', emailVerified: true, isAddressProven: false }, config)).toBe(
      false,
    ))

  it('accepts no address by domain if no staff domain is configured', () => {
    const none = { STAFF_DOMAIN: '', STAFF_EMAILS: [] }
    for (const email of ['a@systeminit.com', 'a@', 'a', '']) expect(staff(email, true, none)).toBe(false)
  })
})
