/** What of another person's access is left after a no to "Is it yours?". See docs/product/account.md#is-it-yours. */
import { members } from '@portal/contract/members'
import { beforeEach, describe, expect, it } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import * as hijacked from '../../testing/hijacked-account.ts'
import { signInThroughProvider } from '../../testing/sign-in-through-provider.ts'

const test = useTestApp()
let account: hijacked.HijackedAccount
let foreign: hijacked.ForeignWorkspace

const memberEmails = async () => {
  const { body } = await test.send(members.list, { params: foreign.params }, foreign.owner)
  return body.map(({ email }) => email)
}

beforeEach(async () => {
  account = await hijacked.makeHijackedAccount(test)
  foreign = await hijacked.makeForeignWorkspace(test, account)
})

describe('Saying that another person opened the account', () => {
  it('removes a person whom the account invited, even if they have changed their address since', async () => {
    const { user } = await hijacked.makeAccomplice(test, account, foreign)
    const subject = user.auth0Id ?? ''
    test.identity.add({ subject, email: 'new-address@example.com' })
    await signInThroughProvider(test, subject)
    expect(await memberEmails()).toContain('new-address@example.com')
    expect(await hijacked.deny(account)).toBe(204)
    expect(await memberEmails()).toEqual(['third@example.com', hijacked.victimEmail])
  })
})
