import { account } from '@portal/contract/account/account'
import { dayMs, hourMs } from '@portal/contract/durations'
import { handoff } from '@portal/contract/handoff/handoff'
import { members } from '@portal/contract/members/members'
import { myData } from '@portal/contract/my-data/my-data'
import { ownership } from '@portal/contract/ownership/ownership'
import { serviceAccounts } from '@portal/contract/service-accounts/service-accounts'
import { tokens } from '@portal/contract/tokens/tokens'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { eq } from 'drizzle-orm'
import { decodeJwt } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import { makeSignedIn, type SignedIn } from '../../testing/make-signed-in.ts'
import { makeTeam, type Team } from '../../testing/make-team.ts'
import { users } from '../account/user-table.ts'
import { purge } from '../purge/purge-jobs.ts'
import { serviceAccounts as serviceAccountTable } from '../service-accounts/service-account-table.ts'
import { authTokenRefusals, authTokenSecrets, authTokens } from './token-table.ts'

const test = useTestApp()
let team: Team
let bot: { id: string; name: string }
beforeEach(async () => {
  team = await makeTeam(test)
  const body = { name: 'deploy-bot' }
  const reply = await test.send(serviceAccounts.create, { params: team.params, body }, team.approver)
  const { id, name } = reply.body.serviceAccount
  bot = { id, name }
})

const create = (serviceAccountId: string, as: SignedIn = team.approver) =>
  test.send(
    tokens.create,
    { params: team.params, body: { name: 'Pipeline', expiration: '400d', serviceAccountId } },
    as,
  )
const ofBot = () => ({ params: { ...team.params, serviceAccountId: bot.id } })
const of = (tokenId: string) => ({ params: { ...team.params, tokenId } })
const use = async (bearer: string) => {
  const reply = await test.send(account.whoami, {}, { bearer })
  return reply.errorType ?? reply.status
}

describe('a token of a service account', () => {
  it('is signed for the service account, with the owner as the member that instances require', async () => {
    const { authToken, token } = (await create(bot.id)).body
    expect(authToken).toMatchObject({
      serviceAccount: bot,
      createdBy: { userId: team.approver.user.id },
    })
    expect(decodeJwt(token)).toMatchObject({
      sub: `service-account:${bot.id}`,
      serviceAccountId: bot.id,
      userId: team.owner.user.id,
      role: 'automation',
      jti: authToken.id,
    })
    const again = (await test.send(tokens.rotate, of(authToken.id), team.owner)).body
    expect(decodeJwt(again.token)).toMatchObject({
      sub: `service-account:${bot.id}`,
      serviceAccountId: bot.id,
      userId: team.owner.user.id,
    })
    expect(await use(again.token)).toBe(200)
  })

  it('names the service account in whoami and introspection', async () => {
    const { token } = (await create(bot.id)).body
    const me = await test.send(account.whoami, {}, { bearer: token })
    expect(me.body.serviceAccount).toEqual(bot)
    const introspected = await test.send(handoff.introspect, { body: { token } })
    expect(introspected.body).toMatchObject({
      active: true,
      sub: `service-account:${bot.id}`,
      serviceAccount: bot,
    })
    const own = await test.send(account.whoami, {}, team.owner)
    expect(own.body).not.toHaveProperty('serviceAccount')
  })

  it('appears as itself in whoami, and reads nothing private of the owner', async () => {
    await test.database.orm
      .update(users)
      .set({ email: 'olga@systeminit.com', nickname: 'olga', pictureUrl: 'https://p.example/o.png' })
      .where(eq(users.id, team.owner.user.id))
    const mark = { params: team.params, body: { isFavourite: true } }
    await test.send(workspaces.setFavourite, mark, team.owner)
    const { token } = (await create(bot.id, team.owner)).body
    const { user } = (await test.send(account.whoami, {}, { bearer: token })).body
    expect(user).toMatchObject({
      id: team.owner.user.id,
      email: `${bot.id}@service-accounts.invalid`,
      nickname: bot.name,
      firstName: bot.name,
      lastName: null,
      auth0Id: `service-account|${bot.id}`,
      isStaff: false,
    })
    for (const own of ['olga', 'Olga', 'p.example', team.owner.user.auth0Id ?? 'none'])
      expect(JSON.stringify(user)).not.toContain(own)
    const listed = (await test.send(workspaces.list, {}, { bearer: token })).body
    const read = (await test.send(workspaces.read, { params: team.params }, { bearer: token })).body
    for (const workspace of [...listed, read])
      expect(workspace).toMatchObject({ isDefault: false, isFavourite: false, isHidden: false })
  })

  it('can make the same calls as an API token, but none about another workspace', async () => {
    const { token } = (await create(bot.id)).body
    const listed = await test.send(workspaces.list, {}, { bearer: token })
    expect(listed.body.map(({ id }) => id)).toEqual([team.workspace.id])
    const mates = await test.send(members.list, { params: team.params }, { bearer: token })
    expect(mates.body).toHaveLength(3)
    expect((await test.send(tokens.list, { params: team.params }, { bearer: token })).status).toBe(403)
  })

  it('is listed for every member, and not among the tokens of its creator', async () => {
    await create(bot.id)
    const { body } = await test.send(tokens.list, { params: team.params }, team.editor)
    expect(body.authTokens).toMatchObject([{ serviceAccount: bot }])
    const userId = team.approver.user.id
    const own = await test.send(tokens.mine, { params: { userId } }, team.approver)
    expect(own.body.authTokens).toEqual([])
    const access = await test.send(members.access, { params: { ...team.params, userId } }, team.owner)
    expect(access.body.tokens).toEqual([])
  })

  it('updates the last use of the service account', async () => {
    const { token } = (await create(bot.id)).body
    await use(token)
    const find = async () => {
      const { body } = await test.send(serviceAccounts.list, { params: team.params }, team.editor)
      return body.serviceAccounts[0]
    }
    await expect.poll(find).toMatchObject({ activeTokenCount: 1, lastUsedAt: expect.any(String) })
  })

  it('is created, changed and revoked by owners and approvers only', async () => {
    const refused = await create(bot.id, team.editor)
    expect([refused.status, refused.error?.roles]).toEqual([403, ['OWNER', 'APPROVER']])
    expect((await create('01JNOSUCHSERVICEACCOUNT000', team.owner)).status).toBe(404)
    const { id } = (await create(bot.id)).body.authToken
    const changes = [
      (as: SignedIn) => test.send(tokens.rename, { ...of(id), body: { name: 'Deploys' } }, as),
      (as: SignedIn) => test.send(tokens.rotate, of(id), as),
      (as: SignedIn) => test.send(tokens.retire, of(id), as),
      (as: SignedIn) => test.send(tokens.pause, { ...of(id), body: { for: '1h' } }, as),
      (as: SignedIn) => test.send(tokens.resume, of(id), as),
      (as: SignedIn) => test.send(tokens.revoke, of(id), as),
    ]
    for (const change of changes) {
      expect((await change(team.editor)).status).toBe(403)
      expect((await change(team.approver)).status).toBeLessThan(300)
    }
  })

  it('cannot be managed by its creator after a demotion', async () => {
    const { id } = (await create(bot.id)).body.authToken
    const body = { userId: team.approver.user.id, role: 'EDITOR' } as const
    await test.send(members.changeRole, { params: team.params, body }, team.owner)
    expect((await test.send(tokens.rotate, of(id), team.approver)).status).toBe(403)
  })
})

describe('disabling a service account', () => {
  it('refuses its tokens immediately, and enabling restores them', async () => {
    const { token } = (await create(bot.id)).body
    const set = (isDisabled: boolean) =>
      test.send(serviceAccounts.update, { ...ofBot(), body: { isDisabled } }, team.owner)
    expect(await use(token)).toBe(200)
    await set(true)
    expect(await use(token)).toBe('TokenRevoked')
    expect((await test.send(handoff.introspect, { body: { token } })).body).toEqual({ active: false })
    await set(false)
    expect(await use(token)).toBe(200)
  })
})

describe('deleting a service account', () => {
  it('revokes its tokens permanently and keeps its name on them', async () => {
    const { token } = (await create(bot.id)).body
    await test.send(serviceAccounts.delete, ofBot(), team.owner)
    expect(await use(token)).toBe('TokenRevoked')
    expect((await create(bot.id)).status).toBe(404)
    const { body } = await test.send(tokens.list, { params: team.params }, team.editor)
    expect(body.authTokens).toMatchObject([{ revokedAt: expect.any(String), serviceAccount: bot }])
  })
})

describe('the creator of a token of a service account', () => {
  it('can be removed without ending the token', async () => {
    const { token } = (await create(bot.id)).body
    const body = { email: team.approver.user.email }
    await test.send(members.remove, { params: team.params, body }, team.owner)
    expect(await use(token)).toBe(200)
  })

  it('can leave, delete their account and be erased without ending the token', async () => {
    const { token } = (await create(bot.id)).body
    const { id: userId, email } = team.approver.user
    await test.send(members.leave, { params: team.params }, team.approver)
    await test.send(
      myData.deleteAccount,
      { params: { userId }, body: { confirmation: email } },
      team.approver,
    )
    expect(await use(token)).toBe(200)
    test.clockOffsetMs = 60 * dayMs
    await purge({ ...test.services, liveSubscriptions: [] })
    expect(await use(token)).toBe(200)
  })

  it('can be suspended without pausing the token, unlike the owner', async () => {
    const { token } = (await create(bot.id)).body
    const suspend = (userId: string) =>
      test.database.orm.update(users).set({ suspendedAt: test.now() }).where(eq(users.id, userId))
    const check = async () => (await test.send(workspaces.list, {}, { bearer: token })).errorType
    await suspend(team.approver.user.id)
    expect(await check()).toBeUndefined()
    await suspend(team.owner.user.id)
    expect(await check()).toBe('AccountSuspended')
  })
})

describe('the workspace of a service account', () => {
  it('can get a new owner without ending the token', async () => {
    const { token } = (await create(bot.id)).body
    const body = { userId: team.approver.user.id }
    await test.send(ownership.offer, { params: team.params, body }, team.owner)
    await test.send(ownership.accept, { params: team.params }, team.approver)
    const me = await test.send(account.whoami, {}, { bearer: token })
    // Instances know the user that the token names.
    expect(me.body.user.id).toBe(team.owner.user.id)
  })

  it('ends the token when it is deleted, even if it is restored later', async () => {
    const { token } = (await create(bot.id)).body
    await test.send(workspaces.delete, { params: team.params }, team.owner)
    expect(await use(token)).toBe('TokenRevoked')
    await test.send(workspaces.restore, { params: team.params }, team.owner)
    expect(await use(token)).toBe('TokenRevoked')
    const { body } = await test.send(serviceAccounts.list, { params: team.params }, team.owner)
    expect(body.serviceAccounts.map(({ id }) => id)).toEqual([bot.id])
  })

  it('is purged with its service accounts, tokens, secrets and refusals', async () => {
    const { authToken, token } = (await create(bot.id)).body
    await test.send(tokens.rotate, of(authToken.id), team.owner)
    await test.send(tokens.pause, { ...of(authToken.id), body: { for: '1h' } }, team.owner)
    await use(token)
    const stored = async () => {
      const tables = [serviceAccountTable, authTokens, authTokenSecrets, authTokenRefusals]
      return Promise.all(tables.map((table) => test.database.orm.$count(table)))
    }
    expect(await stored()).toEqual([1, 1, 2, 1])
    await test.send(workspaces.delete, { params: team.params }, team.owner)
    test.clockOffsetMs = 60 * dayMs
    await purge({ ...test.services, liveSubscriptions: [] })
    expect(await stored()).toEqual([0, 0, 0, 0])
  })
})

describe('tokens.move', () => {
  const createOwn = async (as: SignedIn) => {
    const body = { name: 'Nightly', expiration: '10d' }
    const reply = await test.send(tokens.create, { params: team.params, body }, as)
    return { id: reply.body.authToken.id, token: reply.body.token }
  }
  const move = (tokenId: string, as: SignedIn, body: { overlap?: string } = {}) =>
    test.send(tokens.move, { ...of(tokenId), body: { serviceAccountId: bot.id, ...body } }, as)

  it('gives the token to the service account, with a new secret and an overlap for the old one', async () => {
    const { id, token } = await createOwn(team.editor)
    const { body } = await move(id, team.owner, { overlap: '2h' })
    expect(body.authToken).toMatchObject({
      id,
      name: 'Nightly',
      serviceAccount: bot,
      createdBy: { userId: team.editor.user.id },
    })
    expect(decodeJwt(body.token).sub).toBe(`service-account:${bot.id}`)
    const removal = { email: team.editor.user.email }
    await test.send(members.remove, { params: team.params, body: removal }, team.owner)
    expect([await use(token), await use(body.token)]).toEqual([200, 200])
    test.clockOffsetMs = 3 * hourMs
    expect([await use(token), await use(body.token)]).toEqual(['TokenRevoked', 200])
  })

  it('needs the right to revoke: approvers move their own tokens, and owners those of every member', async () => {
    const [own, ofEditor, ofOwner] = [
      await createOwn(team.approver),
      await createOwn(team.editor),
      await createOwn(team.owner),
    ]
    expect((await move(own.id, team.approver)).status).toBe(200)
    for (const { id, token } of [ofEditor, ofOwner]) {
      const refused = await move(id, team.approver, { overlap: '0s' })
      expect(refused.error).toMatchObject({ type: 'NotAllowed', roles: ['OWNER'] })
      expect(await use(token)).toBe(200)
      expect((await move(id, team.owner)).status).toBe(200)
    }
  })

  it('answers 409 for a disabled service account, and the token continues to work', async () => {
    const { id, token } = await createOwn(team.owner)
    const params = { ...team.params, serviceAccountId: bot.id }
    await test.send(serviceAccounts.update, { params, body: { isDisabled: true } }, team.owner)
    const refused = await move(id, team.owner, { overlap: '0s' })
    expect([refused.status, refused.error?.message]).toEqual([
      409,
      'This service account is disabled. Enable it first.',
    ])
    expect(await use(token)).toBe(200)
  })

  it('mails the creator of a token that another user moves', async () => {
    const mailed = () => test.jobs.mailsTo(team.editor.user.email).map(({ subject }) => subject)
    const { id } = await createOwn(team.editor)
    await move(id, team.owner)
    expect(mailed()).toEqual(['Your API token “Nightly” was moved to a service account'])
    const own = await createOwn(team.owner)
    await move(own.id, team.owner)
    expect(test.jobs.mailsTo(team.owner.user.email).filter(({ subject }) => /moved/.test(subject))).toEqual(
      [],
    )
  })

  it('answers 403 to an editor, 404 to a stranger and for an unknown service account, 409 the second time', async () => {
    const { id } = await createOwn(team.editor)
    expect((await move(id, team.editor)).status).toBe(403)
    expect((await move(id, await makeSignedIn(test))).status).toBe(404)
    const unknown = { serviceAccountId: 'none' }
    expect((await test.send(tokens.move, { ...of(id), body: unknown }, team.owner)).status).toBe(404)
    expect((await move(id, team.owner)).status).toBe(200)
    const again = await move(id, team.owner)
    expect([again.status, again.error?.message]).toEqual([
      409,
      'This token already belongs to a service account.',
    ])
  })
})
