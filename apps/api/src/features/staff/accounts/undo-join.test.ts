/** What staff don't restore with an account, because others have made a decision about it since. See docs/product/account.md#is-it-yours. */
import { invitations } from '@portal/contract/invitations/invitations'
import { members } from '@portal/contract/members/members'
import { myData } from '@portal/contract/my-data/my-data'
import { serviceAccounts } from '@portal/contract/service-accounts/service-accounts'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { beforeEach, describe, expect, it } from 'vitest'
import { useTestApp } from '../../../testing/build-test-app.ts'
import { addMember } from '../../../testing/factories.ts'
import * as hijacked from '../../../testing/hijacked-account.ts'
import { makeSignedIn } from '../../../testing/make-signed-in.ts'

const test = useTestApp()
let account: hijacked.HijackedAccount
let foreign: hijacked.ForeignWorkspace

const undo = () => hijacked.undoDenial(test, account)
const state = (token: string) => hijacked.tokenState(test, token)
const remove = (email: string) =>
  test.send(members.remove, { params: foreign.params, body: { email } }, foreign.owner)
const memberEmails = async () => {
  const { body } = await test.send(members.list, { params: foreign.params }, foreign.owner)
  return body.map(({ email }) => email)
}

beforeEach(async () => {
  account = await hijacked.makeHijackedAccount(test)
  foreign = await hijacked.makeForeignWorkspace(test, account)
})

describe('staffAccounts.undoJoin', () => {
  it('restores no token in a workspace from which the account was removed, even if it joins again', async () => {
    const own = await hijacked.createTokenAs(test, foreign, account)
    const robots = await hijacked.createTokenAs(test, foreign, account, foreign.serviceAccountId)
    await hijacked.deny(account)
    await remove(hijacked.victimEmail)
    expect(await undo()).toBe(200)
    expect([await state(own.token), await state(robots.token)]).toEqual(['TokenRevoked', 'TokenRevoked'])
    test.clockOffsetMs = 1_000
    await addMember(test.database, foreign.workspace, account.user, 'APPROVER')
    expect([await state(own.token), await state(robots.token)]).toEqual(['TokenRevoked', 'TokenRevoked'])
  })

  it('restores no token of a service account where the account may no longer manage them', async () => {
    const { params, owner, serviceAccountId } = foreign
    const own = await hijacked.createTokenAs(test, foreign, account)
    const robots = await hijacked.createTokenAs(test, foreign, account, serviceAccountId)
    await hijacked.deny(account)
    const body = { userId: account.userId, role: 'EDITOR' as const }
    expect((await test.send(members.changeRole, { params, body }, owner)).status).toBe(200)
    await undo()
    expect([await state(own.token), await state(robots.token)]).toEqual(['works', 'TokenRevoked'])
  })

  it('restores no token of a deleted service account', async () => {
    const { params, owner, serviceAccountId } = foreign
    const robots = await hijacked.createTokenAs(test, foreign, account, serviceAccountId)
    await hijacked.deny(account)
    await test.send(serviceAccounts.delete, { params: { ...params, serviceAccountId } }, owner)
    await undo()
    expect(await state(robots.token)).toBe('TokenRevoked')
  })

  it('restores no token of a workspace that was deleted, even if its owner restores it', async () => {
    const own = await hijacked.createTokenAs(test, foreign, account)
    await hijacked.deny(account)
    const { params, owner } = foreign
    await test.send(workspaces.delete, { params }, owner)
    await undo()
    await test.send(workspaces.restore, { params }, owner)
    expect(await state(own.token)).toBe('TokenRevoked')
  })

  it('restores no member who has deleted their account', async () => {
    const { user, session } = await hijacked.makeAccomplice(test, account, foreign)
    await hijacked.deny(account)
    const body = { confirmation: user.email }
    await test.send(myData.deleteAccount, { params: { userId: user.id }, body }, { session })
    await undo()
    expect(await memberEmails()).not.toContain(user.email)
  })

  it('restores no member or invitation that a manager has decided about since', async () => {
    const accomplice = await hijacked.makeAccomplice(test, account, foreign)
    await hijacked.inviteAs(test, foreign, account, 'later@example.com')
    await hijacked.deny(account)
    test.clockOffsetMs = 1_000
    const { email } = accomplice.user
    const invitationId = await hijacked.inviteAs(test, foreign, foreign.owner, email)
    expect((await test.send(invitations.accept, { params: { invitationId } }, accomplice)).status).toBe(200)
    await hijacked.inviteAs(test, foreign, foreign.owner, 'later@example.com')
    for (const address of [email, 'later@example.com']) expect((await remove(address)).status).toBe(200)
    expect(await undo()).toBe(200)
    expect(await memberEmails()).toEqual(['third@example.com', hijacked.victimEmail])
  })

  it('restores the invitations, tokens and rules that the removed people left behind', async () => {
    const accomplice = await hijacked.makeAccomplice(test, account, foreign)
    const invitationId = await hijacked.inviteAs(test, foreign, accomplice, 'second@example.com')
    const robots = await hijacked.createTokenAs(test, foreign, accomplice, foreign.serviceAccountId)
    await hijacked.deny(account)
    await undo()
    expect(await state(robots.token)).toBe('works')
    const second = await makeSignedIn(test, { email: 'second@example.com' })
    expect((await test.send(invitations.accept, { params: { invitationId } }, second)).status).toBe(200)
  })
})
