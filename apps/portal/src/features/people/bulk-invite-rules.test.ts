import { describe, expect, it } from 'vitest'
import { ada, grace, invited } from '../../testing/team.ts'
import { concernsOneAddress, planInvitations } from './bulk-invite-rules.ts'

const members = [ada, grace, invited('kim@example.com')]
const plansOf = (text: string) => planInvitations(text, members).map(({ email, plan }) => `${email}: ${plan}`)

describe('planInvitations', () => {
  it('splits at commas, semicolons and line breaks, and ignores empty entries', () => {
    expect(plansOf(' a@example.com, b@example.com;c@example.com\r\n\n,d@example.com\n')).toEqual([
      'a@example.com: invite',
      'b@example.com: invite',
      'c@example.com: invite',
      'd@example.com: invite',
    ])
    expect(plansOf(' \n , ;')).toEqual([])
  })

  it('reads the address of entries with a name, even if the name contains a comma', () => {
    expect(plansOf('Lin <lin@example.com>, "Byron, Ada" <Byron@Example.com>')).toEqual([
      'lin@example.com: invite',
      'byron@example.com: invite',
    ])
  })

  it('keeps an unclosed quote or bracket within its line', () => {
    expect(plansOf('"Lin <lin@example.com\nmo@example.com')).toEqual([
      '"Lin <lin@example.com: invalid',
      'mo@example.com: invite',
    ])
  })

  it('recognizes members, invitees, repeated addresses and texts without an address', () => {
    expect(
      plansOf('GRACE@example.com, kim@example.com, lin@example.com, Lin@Example.com, nobody, @x'),
    ).toEqual([
      'grace@example.com: member',
      'kim@example.com: invited',
      'lin@example.com: invite',
      'lin@example.com: duplicate',
      'nobody: invalid',
      '@x: invalid',
    ])
  })
})

describe('the roles in a list', () => {
  const rolesOf = (text: string) => planInvitations(text, members).map(({ email, role }) => [email, role])

  it('follow an address after a space, tab or comma, in any case', () => {
    expect(
      rolesOf(
        'lin@example.com Approver, "Ro, Mo" <mo@example.com>\tcollaborator\nkai@example.com,APPROVER,jo@example.com',
      ),
    ).toEqual([
      ['lin@example.com', 'APPROVER'],
      ['mo@example.com', 'EDITOR'],
      ['kai@example.com', 'APPROVER'],
      ['jo@example.com', undefined],
    ])
  })

  it('never belong to the address in the line above', () => {
    expect(rolesOf('Collaborator,lin@example.com\nApprover,mo@example.com')).toEqual([
      ['Collaborator', 'EDITOR'],
      ['lin@example.com', undefined],
      ['Approver', 'APPROVER'],
      ['mo@example.com', undefined],
    ])
  })

  it('are only those that can be given', () => {
    expect(plansOf('lin@example.com Owner, Approver')).toEqual(['lin@example.com Owner: invalid'])
    expect(plansOf('Approver')).toEqual(['Approver: invalid'])
  })
})

describe('concernsOneAddress', () => {
  it.each([
    [{ code: 'AlreadyMember', limit: undefined }, true],
    [{ code: 'ValidationError', limit: undefined }, true],
    [{ code: 'OwnerLocked', limit: undefined }, true],
    [{ code: 'TooManyRequests', limit: 'mailsToAddress' }, true],
    [{ code: 'TooManyRequests', limit: 'mailsToStranger' }, true],
    [{ code: 'TooManyRequests', limit: 'mailsOfAccount' }, false],
    [{ code: 'TooManyRequests', limit: undefined }, false],
    [{ code: 'LimitReached', limit: undefined }, false],
    [{ code: 'EmailNotVerified', limit: undefined }, false],
    [{ code: undefined, limit: undefined }, false],
  ])('of %o is %s', (error, isOfOneAddress) => {
    expect(concernsOneAddress(error)).toBe(isOfOneAddress)
  })
})
