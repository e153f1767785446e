/** What a member leaves behind. See docs/product/members.md#what-a-member-leaves-behind. */
import { activity } from '@portal/contract/activity/activity'
import { invitations } from '@portal/contract/invitations/invitations'
import { members } from '@portal/contract/members/members'
import { myData } from '@portal/contract/my-data/my-data'
import { serviceAccounts } from '@portal/contract/service-accounts/service-accounts'
import { staffPauses } from '@portal/contract/staff/pauses/pauses'
import { staffSearch } from '@portal/contract/staff/search/search'
import { tokens } from '@portal/contract/tokens/tokens'
import { trustRules } from '@portal/contract/trust-rules/trust-rules'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import { makeWorkspace } from '../../testing/factories.ts'
import { makeSignedIn, type SignedIn } from '../../testing/make-signed-in.ts'
import { makeTeam, type Team } from '../../testing/make-team.ts'
import { waitForLock } from '../../testing/wait-for-lock.ts'
import { users } from '../account/user-table.ts'

const test = useTestApp()
let team: Team
let accountId = ''

const invite = (email: string, as = team.approver) =>
  test.send(members.invite, { params: team.params, body: { email } }, as)
const remove = (more: { keepsInvitations?: boolean; deletesTrustRules?: boolean } = {}) =>
  test.send(
    members.remove,
    { params: team.params, body: { email: team.approver.user.email, ...more } },
    team.owner,
  )
const invited = async () => {
  const { body } = await test.send(members.list, { params: team.params }, team.owner)
  return body.filter(({ status }) => status === 'invited').map(({ email }) => email)
}
/** The addresses of the withdrawn invitations in the activity log. */
const withdrawn = async () => {
  const { body } = await test.send(activity.list, { params: team.params }, team.owner)
  return body.filter(({ act }) => act === 'member.invitation-withdrawn').map(({ subject }) => subject)
}
const ofAccount = () => ({ ...team.params, serviceAccountId: accountId })
const ruleNames = async () => {
  const { body } = await test.send(trustRules.list, { params: ofAccount() }, team.owner)
  return body.trustRules.map(({ name }) => name)
}

beforeEach(async () => {
  team = await makeTeam(test)
  await invite('bob@example.com')
  await invite('carol@example.com', team.owner)
  const account = { params: team.params, body: { name: 'deploy-bot' } }
  accountId = (await test.send(serviceAccounts.create, account, team.owner)).body.serviceAccount.id
  const token = { name: 'Nightly', expiration: '1d', serviceAccountId: accountId }
  await test.send(tokens.create, { params: team.params, body: token }, team.approver)
  const rule = { issuer: 'https://issuer.example', audience: 'api', claims: { sub: 'x' } }
  await test.send(
    trustRules.create,
    { params: ofAccount(), body: { ...rule, name: 'theirs' } },
    team.approver,
  )
  await test.send(trustRules.create, { params: ofAccount(), body: { ...rule, name: 'mine' } }, team.owner)
})

describe('members.access', () => {
  it('lists the open invitations, shown secrets and trust rules of the member, and of no other', async () => {
    const params = { ...team.params, userId: team.approver.user.id }
    const { body } = await test.send(members.access, { params }, team.owner)
    const serviceAccount = { id: accountId, name: 'deploy-bot' }
    expect(body).toMatchObject({
      invitations: [{ email: 'bob@example.com', role: 'EDITOR' }],
      shownTokens: [{ name: 'Nightly', serviceAccount }],
      trustRules: [{ name: 'theirs', serviceAccount }],
    })
  })

  it('lists a token to everyone who was shown a secret that still works: by creating it, and by rotating it', async () => {
    const shownTo = async ({ user }: SignedIn) => {
      const params = { ...team.params, userId: user.id }
      return (await test.send(members.access, { params }, team.owner)).body.shownTokens.map(
        ({ name }) => name,
      )
    }
    const backups = { name: 'Backups', expiration: '10d', serviceAccountId: accountId }
    const made = await test.send(tokens.create, { params: team.params, body: backups }, team.owner)
    const params = { ...team.params, tokenId: made.body.authToken.id }
    expect(await shownTo(team.approver)).toEqual(['Nightly'])
    await test.send(tokens.rotate, { params, body: { overlap: '2h' } }, team.approver)
    expect(await shownTo(team.approver)).toEqual(['Nightly', 'Backups'])
    expect(await shownTo(team.owner)).toEqual(['Backups'])
    test.clockOffsetMs = 3 * 3_600_000
    expect(await shownTo(team.owner)).toEqual([])
    expect(await shownTo(team.approver)).toEqual(['Nightly', 'Backups'])
  })

  it('lets every member read their own, but only those who may remove members read that of another', async () => {
    const read = (as: SignedIn, { user }: SignedIn) =>
      test.send(members.access, { params: { ...team.params, userId: user.id } }, as)
    expect((await read(team.editor, team.editor)).body).toMatchObject({ invitations: [] })
    expect((await read(team.approver, team.editor)).status).toBe(200)
    const refused = await read(team.editor, team.approver)
    expect(refused.error).toMatchObject({ type: 'NotAllowed', roles: ['OWNER', 'APPROVER'] })
    const stranger = await makeSignedIn(test)
    expect((await read(stranger, stranger)).errorType).toBe('NotFound')
  })
})

describe('Removing a member', () => {
  it('withdraws the invitations that they sent, records it, and keeps their trust rules', async () => {
    expect((await remove()).status).toBe(200)
    expect(await invited()).toEqual(['carol@example.com'])
    expect(await ruleNames()).toEqual(['theirs', 'mine'])
    expect(await withdrawn()).toEqual(['bob@example.com'])
  })

  it('keeps the invitations that they sent in other workspaces', async () => {
    const { id: workspaceId } = await makeWorkspace(test.database, team.approver.user)
    const params = { workspaceId }
    await test.send(members.invite, { params, body: { email: 'dave@example.com' } }, team.approver)
    await remove()
    const { body } = await test.send(members.list, { params }, team.approver)
    expect(body.map(({ email }) => email)).toContain('dave@example.com')
  })

  it('keeps their invitations and deletes their trust rules if asked', async () => {
    expect((await remove({ keepsInvitations: true, deletesTrustRules: true })).status).toBe(200)
    expect(await invited()).toEqual(['bob@example.com', 'carol@example.com'])
    expect(await ruleNames()).toEqual(['mine'])
  })
})

describe('A member who may no longer invite', () => {
  it('has their invitations withdrawn when they leave', async () => {
    await test.send(members.leave, { params: team.params }, team.approver)
    expect(await invited()).toEqual(['carol@example.com'])
  })

  it.each([
    [undefined, ['carol@example.com']],
    [true, ['bob@example.com', 'carol@example.com']],
  ])(
    'has their invitations withdrawn after a demotion unless keepInvitations is %s',
    async (keepsInvitations, left) => {
      const body = { userId: team.approver.user.id, role: 'EDITOR' as const, keepsInvitations }
      expect((await test.send(members.changeRole, { params: team.params, body }, team.owner)).status).toBe(
        200,
      )
      expect(await invited()).toEqual(left)
    },
  )

  it('has their trust rules deleted after a demotion if asked', async () => {
    const body = { userId: team.approver.user.id, role: 'EDITOR' as const, deletesTrustRules: true }
    await test.send(members.changeRole, { params: team.params, body }, team.owner)
    expect(await ruleNames()).toEqual(['mine'])
  })
})

describe.each(['quarantine', 'suspension'] as const)('The %s of an account by staff', (kind) => {
  let staff: SignedIn
  const pause = (isPaused: boolean, more: { keepsInvitations?: boolean } = {}) => {
    const params = { userId: team.approver.user.id }
    return kind === 'quarantine'
      ? test.send(
          staffPauses.setUserQuarantine,
          { params, body: { isQuarantined: isPaused, ...more } },
          staff,
        )
      : test.send(staffPauses.setUserSuspension, { params, body: { isSuspended: isPaused, ...more } }, staff)
  }

  beforeEach(async () => {
    staff = await makeSignedIn(test, { email: 'sasha@systeminit.com' })
  })

  it('withdraws their invitations, records it without naming staff, and changes no trust rule', async () => {
    expect((await pause(true)).status).toBe(200)
    expect(await invited()).toEqual(['carol@example.com'])
    expect(await ruleNames()).toEqual(['theirs', 'mine'])
    const { body } = await test.send(activity.list, { params: team.params }, team.owner)
    const entry = body.find(({ act }) => act === 'member.invitation-withdrawn')
    expect(entry).toMatchObject({ subject: 'bob@example.com', ipAddress: null, actor: { email: null } })
  })

  it('keeps their invitations if asked, and when it is changed or ends', async () => {
    expect((await pause(true, { keepsInvitations: true })).status).toBe(200)
    expect((await pause(true)).status).toBe(200)
    expect((await pause(false)).status).toBe(200)
    expect(await invited()).toEqual(['bob@example.com', 'carol@example.com'])
  })

  it('refuses an invitation that the user was sending at that moment', async () => {
    const refusal = kind === 'quarantine' ? 'AccountQuarantined' : 'AccountSuspended'
    const [paused, sent] = await test.database.orm.transaction(async (tx) => {
      await tx.select().from(users).where(eq(users.id, team.approver.user.id)).for('no key update')
      const change = pause(true)
      await waitForLock(test.database)
      const request = { params: team.params, body: { email: 'late@example.com' } }
      const invitation = test.send(members.invite, request, team.approver)
      await waitForLock(test.database, 2)
      return [change, invitation] as const
    })
    expect([(await paused).status, (await sent).errorType]).toEqual([200, refusal])
    expect(await invited()).toEqual(['carol@example.com'])
  })
})

it('The staff report about a user counts what they leave behind, and names none of it', async () => {
  const staff = await makeSignedIn(test, { email: 'sasha@systeminit.com' })
  const params = { userId: team.approver.user.id }
  const { body } = await test.send(staffSearch.readPerson, { params }, staff)
  expect(body.leftBehind).toEqual({ invitations: 1, shownTokens: 1, trustRules: 1 })
  expect(JSON.stringify(body)).not.toMatch(/bob@example|theirs|Nightly/)
  await remove({ keepsInvitations: true })
  const later = await test.send(staffSearch.readPerson, { params }, staff)
  expect(later.body.leftBehind).toEqual({ invitations: 1, shownTokens: 0, trustRules: 0 })
})

describe('Deleting an account', () => {
  const deleteAccount = ({ user, session }: SignedIn) =>
    test.send(
      myData.deleteAccount,
      { params: { userId: user.id }, body: { confirmation: user.email } },
      { session },
    )

  it('is preceded by a list of what the person leaves behind in workspaces of others', async () => {
    await makeWorkspace(test.database, team.approver.user)
    const { user, session } = team.approver
    const params = { userId: user.id }
    const { body } = await test.send(myData.deletionPreview, { params }, { session })
    const { id, displayName } = team.workspace
    const serviceAccount = { id: accountId, name: 'deploy-bot' }
    expect(body.leftBehind).toMatchObject([
      {
        workspace: { id, displayName },
        invitations: [{ email: 'bob@example.com' }],
        shownTokens: [{ name: 'Nightly', serviceAccount }],
        trustRules: [{ name: 'theirs', serviceAccount }],
      },
    ])
  })

  it('withdraws the invitations that the person sent, records it, and lets no invitee in', async () => {
    const bob = await makeSignedIn(test, { email: 'bob@example.com' })
    const { body: own } = await test.send(invitations.mine, {}, bob)
    expect((await deleteAccount(team.approver)).status).toBe(204)
    const params = { invitationId: own[0]?.id ?? '' }
    expect((await test.send(invitations.accept, { params }, bob)).errorType).toBe('NotFound')
    expect(await invited()).toEqual(['carol@example.com'])
    expect(await withdrawn()).toEqual(['bob@example.com'])
  })
})
