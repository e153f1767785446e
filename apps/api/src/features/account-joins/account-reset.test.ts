/** What of another person's access is left after a no to "Is it yours?". See docs/product/account.md#is-it-yours. */
import { members } from '@portal/contract/members'
import { workspaces as workspaceCalls } from '@portal/contract/workspaces'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { users } from '../../db/schema/users.ts'
import { workspaces } from '../../db/schema/workspaces.ts'
import { useTestApp } from '../../testing/build-test-app.ts'
import * as hijacked from '../../testing/hijacked-account.ts'
import { signInThroughProvider } from '../../testing/sign-in-through-provider.ts'
import { waitForLock } from '../../testing/wait-for-lock.ts'

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

  it.each([
    ['a token', () => hijacked.createTokenAs(test, foreign, account)],
    [
      'a token of a service account',
      () => hijacked.createTokenAs(test, foreign, account, foreign.serviceAccountId),
    ],
    [
      'an invitation',
      () => test.send(members.invite, { params: foreign.params, body: { email: 'a@example.com' } }, account),
    ],
  ])('refuses %s that the other person was creating at that moment', async (_, create) => {
    const sayNo = await account.ask()
    const [denied, created] = await test.database.orm.transaction(async (tx) => {
      const { id } = foreign.workspace
      await tx.select().from(workspaces).where(eq(workspaces.id, id)).for('no key update')
      const denial = sayNo()
      await waitForLock(test.database)
      const creation = create()
      await waitForLock(test.database, 2)
      return [denial, creation] as const
    })
    expect([await denied, (await created).errorType]).toEqual([204, 'SessionEnded'])
  })

  it('refuses a workspace that the other person was creating at that moment', async () => {
    const sayNo = await account.ask()
    const body = { displayName: 'Trap', instanceUrl: 'https://mallory.example' }
    const [denied, created] = await test.database.orm.transaction(async (tx) => {
      await tx.select().from(users).where(eq(users.id, account.userId)).for('no key update')
      const denial = sayNo()
      await waitForLock(test.database)
      const creation = test.send(workspaceCalls.create, { body }, account)
      await waitForLock(test.database, 2)
      return [denial, creation] as const
    })
    expect([await denied, (await created).errorType]).toEqual([204, 'SessionEnded'])
  })
})
