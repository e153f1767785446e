/** What of another person's access is left after a no to "Is it yours?". See docs/product/account.md#is-it-yours. */
import { type ActivityAct, activity } from '@portal/contract/activity/activity'
import { invitations } from '@portal/contract/invitations/invitations'
import { members } from '@portal/contract/members/members'
import { myData } from '@portal/contract/my-data/my-data'
import { ownership } from '@portal/contract/ownership/ownership'
import { tokens } from '@portal/contract/tokens/tokens'
import { trustRules } from '@portal/contract/trust-rules/trust-rules'
import { webhooks as webhookCalls } from '@portal/contract/webhooks/webhooks'
import { workspaces as workspaceCalls } from '@portal/contract/workspaces/workspaces'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import { addMember, makeWorkspace } from '../../testing/factories.ts'
import * as hijacked from '../../testing/hijacked-account.ts'
import { makeSignedIn } from '../../testing/make-signed-in.ts'
import { signInThroughProvider } from '../../testing/sign-in-through-provider.ts'
import { waitForLock } from '../../testing/wait-for-lock.ts'
import { users } from '../account/user-table.ts'
import { webhooks } from '../webhooks/webhook-table.ts'
import { workspaces } from '../workspaces/workspace-table.ts'

const test = useTestApp()
const trap = { displayName: 'Trap', instanceUrl: 'https://mallory.example' }
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

  it('keeps a person whom the owner of the workspace has removed and invited again', async () => {
    const accomplice = await hijacked.makeAccomplice(test, account, foreign)
    const { email } = accomplice.user
    await test.send(members.remove, { params: foreign.params, body: { email } }, foreign.owner)
    test.clockOffsetMs = 1_000
    const invitationId = await hijacked.inviteAs(test, foreign, foreign.owner, email)
    await test.send(invitations.accept, { params: { invitationId } }, accomplice)
    expect(await hijacked.deny(account)).toBe(204)
    expect(await memberEmails()).toContain(email)
  })

  it('ends a token of a service account that the account only rotated, because its new secret was shown to the other person', async () => {
    const { id } = await hijacked.createTokenAs(test, foreign, foreign.owner, foreign.serviceAccountId)
    const params = { ...foreign.params, tokenId: id }
    const rotated = await test.send(tokens.rotate, { params, body: {} }, account)
    expect(await hijacked.tokenState(test, rotated.body.token)).toBe('works')
    await hijacked.deny(account)
    expect(await hijacked.tokenState(test, rotated.body.token)).toBe('TokenRevoked')
  })

  it('keeps a token of a service account whose secret the account never saw', async () => {
    const { owner, serviceAccountId } = foreign
    const unseen = await hijacked.createTokenAs(test, foreign, owner, serviceAccountId)
    await hijacked.deny(account)
    expect(await hijacked.tokenState(test, unseen.token)).toBe('works')
  })

  it('ends and records what a removed person left behind: invitations, tokens of service accounts and trust rules', async () => {
    const accomplice = await hijacked.makeAccomplice(test, account, foreign)
    const { params, serviceAccountId, owner } = foreign
    const invitationId = await hijacked.inviteAs(test, foreign, accomplice, 'second@example.com')
    const backdoor = await hijacked.createTokenAs(test, foreign, accomplice, serviceAccountId)
    const ofAccount = { ...params, serviceAccountId }
    const rule = { name: 'Backdoor', issuer: 'https://issuer.example', audience: 'a', claims: { sub: 'x' } }
    expect((await test.send(trustRules.create, { params: ofAccount, body: rule }, accomplice)).status).toBe(
      200,
    )
    await hijacked.deny(account)
    const second = await makeSignedIn(test, { email: 'second@example.com' })
    const accepted = await test.send(invitations.accept, { params: { invitationId } }, second)
    expect(accepted.errorType).toBe('NotFound')
    expect(await hijacked.tokenState(test, backdoor.token)).toBe('TokenRevoked')
    const { body } = await test.send(trustRules.list, { params: ofAccount }, owner)
    expect(body.trustRules).toEqual([])
    const { body: log } = await test.send(activity.list, { params }, owner)
    const subjectOf = (name: ActivityAct) => log.find(({ act }) => act === name)?.subject
    expect(subjectOf('member.invitation-withdrawn')).toBe('second@example.com')
    expect(subjectOf('trust-rule.deleted')).toBe('bot: Backdoor')
    expect(subjectOf('token.revoked')).toBe('Nightly (bot)')
  })

  /** Creates a webhook of the account in a workspace that it owns and another user belongs to. */
  async function makeOwnWebhook() {
    const own = await makeWorkspace(test.database, account.user)
    await addMember(test.database, own, foreign.owner.user)
    const params = { workspaceId: own.id }
    const body = { url: 'https://mallory.example/', types: 'all' as const }
    await test.send(webhookCalls.create, { params, body }, account)
    return params
  }

  it('pauses the webhooks of the account, which receive nothing about it', async () => {
    const params = await makeOwnWebhook()
    await hijacked.inviteAs(test, { params }, account, 'fourth@example.com')
    test.jobs.sent.length = 0
    expect(await hijacked.deny(account)).toBe(204)
    expect(await test.database.orm.select().from(webhooks)).toMatchObject([{ disabledReason: 'owner' }])
    expect(test.jobs.sent.filter(({ name }) => name === 'webhooks.deliver')).toEqual([])
  })

  it('records nothing in a workspace that the other person handed on', async () => {
    const params = await makeOwnWebhook()
    await test.send(ownership.offer, { params, body: { userId: foreign.owner.user.id } }, account)
    await test.send(ownership.accept, { params }, foreign.owner)
    const log = async () =>
      (await test.send(activity.list, { params }, foreign.owner)).body.map(({ act }) => act)
    const before = await log()
    expect(before).toContain('ownership.accepted')
    expect(await hijacked.deny(account)).toBe(204)
    expect(await log()).toEqual(before)
  })

  it('replaces the secret of a workspace that the instance of the other person knows', async () => {
    const own = await makeWorkspace(test.database, account.user, { token: 'sealed:known' })
    await addMember(test.database, own, foreign.owner.user)
    await hijacked.deny(account)
    const [row] = await test.database.orm.select().from(workspaces).where(eq(workspaces.id, own.id))
    expect(row).toMatchObject({ deletedAt: null, token: '' })
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

  it('refuses an invitation that the other person was sending with a token at that moment', async () => {
    const body = { name: 'Manager', permission: 'manage' as const }
    const bearer = (await test.send(tokens.create, { params: foreign.params, body }, account)).body.token
    const sayNo = await account.ask()
    const [denied, invited] = await test.database.orm.transaction(async (tx) => {
      const { id } = foreign.workspace
      await tx.select().from(workspaces).where(eq(workspaces.id, id)).for('no key update')
      const denial = sayNo()
      await waitForLock(test.database)
      const invitation = { params: foreign.params, body: { email: 'a@example.com' } }
      const request = test.send(members.invite, invitation, { bearer })
      await waitForLock(test.database, 2)
      return [denial, request] as const
    })
    expect([await denied, (await invited).errorType]).toEqual([204, 'TokenRevoked'])
  })

  it.each([
    [
      'a workspace that the other person was creating',
      () => test.send(workspaceCalls.create, { body: trap }, account),
    ],
    [
      'a deletion of the account that the other person was asking for',
      () =>
        test.send(
          myData.deleteAccount,
          { params: { userId: account.userId }, body: { confirmation: hijacked.victimEmail } },
          account,
        ),
    ],
  ])('refuses %s at that moment', async (_, change) => {
    const sayNo = await account.ask()
    const [denied, changed] = await test.database.orm.transaction(async (tx) => {
      await tx.select().from(users).where(eq(users.id, account.userId)).for('no key update')
      const denial = sayNo()
      await waitForLock(test.database)
      const request = change()
      await waitForLock(test.database, 2)
      return [denial, request] as const
    })
    expect([await denied, (await changed).errorType]).toEqual([204, 'SessionEnded'])
  })
})
