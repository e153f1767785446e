/** Creations that are sent several times (docs/product/errors.md#repeated-requests). */
import { activity } from '@portal/contract/activity/activity'
import { dayMs } from '@portal/contract/durations'
import { members } from '@portal/contract/members/members'
import { ownership } from '@portal/contract/ownership/ownership'
import { serviceAccounts } from '@portal/contract/service-accounts/service-accounts'
import { staffProduction } from '@portal/contract/staff/production/production'
import { tokens } from '@portal/contract/tokens/tokens'
import { trustRules } from '@portal/contract/trust-rules/trust-rules'
import { webhooks } from '@portal/contract/webhooks/webhooks'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { ulid } from 'ulid'
import { describe, expect, it } from 'vitest'
import { runUpkeep } from '../jobs/upkeep.ts'
import { useTestApp } from '../testing/build-test-app.ts'
import { mainRule } from '../testing/federation-scene.ts'
import { makeSignedIn, type SignedIn } from '../testing/make-signed-in.ts'
import { makeTeam } from '../testing/make-team.ts'
import { idempotencyKeys } from './idempotency-table.ts'

const test = useTestApp()

const withKey = ({ session }: SignedIn, key: string) => ({ session, headers: { 'idempotency-key': key } })
const withUlid = ({ session }: SignedIn, id: string) => ({ session, headers: { 'request-ulid': id } })
const wanted = (displayName = 'Only one') => ({ body: { displayName, instanceUrl: 'http://localhost:8080' } })

describe('workspaces.create', () => {
  it('creates one workspace for 20 identical concurrent requests, and gives all of them its id', async () => {
    const me = await makeSignedIn(test)
    const as = withUlid(me, ulid())
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => test.send(workspaces.create, wanted(), as)),
    )
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(replies.map(({ body }) => body.newWorkspaceId)).size).toBe(1)
    expect((await test.send(workspaces.list, {}, me)).body).toHaveLength(1)
  })

  it.each([
    ['the header request-ulid', { 'request-ulid': ulid() }, {}],
    ['the header x-si-request-ulid', { 'x-si-request-ulid': ulid() }, {}],
    ['the header Idempotency-Key', { 'idempotency-key': 'deploy/42' }, {}],
    ['requestUlid in the body', {}, { requestUlid: ulid() }],
  ])('recognizes a repetition by %s', async (_, headers, extra) => {
    const { session } = await makeSignedIn(test)
    const input = { body: { ...wanted().body, ...extra } }
    const first = await test.send(workspaces.create, input, { session, headers })
    const second = await test.send(workspaces.create, input, { session, headers })
    expect(second.body).toEqual(first.body)
  })

  it('takes no key from a requestUlid that is not a text', async () => {
    const { session } = await makeSignedIn(test)
    const input = { body: { ...wanted().body, requestUlid: [ulid()] } }
    const first = await test.send(workspaces.create, input, { session })
    const second = await test.send(workspaces.create, input, { session })
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.body.newWorkspaceId).not.toBe(first.body.newWorkspaceId)
  })

  it('creates another workspace without a key, with another key, and for another caller with the same key', async () => {
    const [me, other] = [await makeSignedIn(test), await makeSignedIn(test)]
    for (const as of [me, me, withKey(me, 'a'), withKey(me, 'b'), withKey(other, 'a')])
      expect((await test.send(workspaces.create, wanted(), as)).status).toBe(200)
    expect((await test.send(workspaces.list, {}, me)).body).toHaveLength(4)
    expect((await test.send(workspaces.list, {}, other)).body).toHaveLength(1)
  })

  it('answers 409 to the same key with another body or for another call', async () => {
    const team = await makeTeam(test)
    const as = withKey(team.owner, 'a')
    await test.send(workspaces.create, wanted(), as)
    const otherBody = await test.send(workspaces.create, wanted('Another'), as)
    expect(otherBody).toMatchObject({ status: 409, errorType: 'Conflict' })
    expect(otherBody.error?.message).toBe(
      'This idempotency key was already used for a different request. Send a new key.',
    )
    const body = { email: 'bob@example.com' }
    const otherCall = await test.send(members.invite, { params: team.params, body }, as)
    expect(otherCall).toMatchObject({ status: 409, errorType: 'Conflict' })
  })

  it('does not store the key of a refused request, so that a corrected request can use it', async () => {
    const me = await makeSignedIn(test)
    const as = withKey(me, 'a')
    const bad = { body: { displayName: '', instanceUrl: 'http://localhost:8080' } }
    expect((await test.send(workspaces.create, bad, as)).status).toBe(400)
    expect((await test.send(workspaces.create, wanted(), as)).status).toBe(200)
  })

  it('allows a key to be reused after a day, when the upkeep deletes it', async () => {
    const me = await makeSignedIn(test)
    const as = withKey(me, 'a')
    const first = await test.send(workspaces.create, wanted(), as)
    await runUpkeep(test.services)
    expect(await test.database.orm.select().from(idempotencyKeys)).toHaveLength(1)
    test.clockOffsetMs = dayMs
    const next = await test.send(workspaces.create, wanted('Another'), as)
    expect(next.status).toBe(200)
    expect(next.body.newWorkspaceId).not.toBe(first.body.newWorkspaceId)
    test.clockOffsetMs = 2 * dayMs + 1_000
    await runUpkeep(test.services)
    expect(await test.database.orm.select().from(idempotencyKeys)).toEqual([])
  })

  it.each([' ', 'a'.repeat(256), 'é', 'a b'])('refuses the key %j', async (key) => {
    const me = await makeSignedIn(test)
    expect((await test.send(workspaces.create, wanted(), withKey(me, key))).errorType).toBe('ValidationError')
  })
})

describe('tokens.create', () => {
  it('creates one token, and answers a repeated request that the secret was only in the first response', async () => {
    const { owner, params } = await makeTeam(test)
    const input = { params, body: { name: 'Pipeline', expiration: '1d' } }
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => test.send(tokens.create, input, withKey(owner, 'a'))),
    )
    const [first, ...others] = replies.sort((left, right) => left.status - right.status)
    expect(first?.body.token).toMatch(/^ey/)
    for (const repeated of others) {
      expect(repeated).toMatchObject({ status: 409, errorType: 'Conflict' })
      expect(repeated.error?.message).toContain('already created the token “Pipeline”')
      expect(JSON.stringify(repeated.body)).not.toContain(first?.body.token)
    }
    expect((await test.send(tokens.list, { params }, owner)).body.authTokens).toHaveLength(1)
    const kept = await test.database.orm.select().from(idempotencyKeys)
    expect(kept).toMatchObject([{ result: first?.body.authToken.id }])
  })
})

describe('webhooks.create', () => {
  it('creates one webhook, whose secret no repeated response and no stored result contains', async () => {
    const { owner, params } = await makeTeam(test)
    const input = { params, body: { url: 'https://hooks.example.com/portal', types: 'all' as const } }
    const first = await test.send(webhooks.create, input, withKey(owner, 'a'))
    const repeated = await test.send(webhooks.create, input, withKey(owner, 'a'))
    expect(repeated).toMatchObject({ status: 409, errorType: 'Conflict' })
    expect(repeated.error?.message).toContain('already created the webhook')
    expect((await test.send(webhooks.list, { params }, owner)).body.webhooks).toHaveLength(1)
    const kept = await test.database.orm.select().from(idempotencyKeys)
    expect(kept).toMatchObject([{ result: first.body.webhook.id }])
  })
})

describe('serviceAccounts.create and trustRules.create', () => {
  it('create and mail once, and return the same to a repeated request', async () => {
    const { owner, params } = await makeTeam(test)
    const creates = Array.from({ length: 5 }, () =>
      test.send(serviceAccounts.create, { params, body: { name: 'deploy-bot' } }, withKey(owner, 'a')),
    )
    const made = await Promise.all(creates)
    expect(new Set(made.map(({ status }) => status))).toEqual(new Set([200]))
    const ids = new Set(made.map(({ body }) => body.serviceAccount.id))
    expect(ids.size).toBe(1)
    expect(test.jobs.mailsTo('owner@example.com')).toHaveLength(1)
    const [serviceAccountId = ''] = ids
    const input = { params: { ...params, serviceAccountId }, body: mainRule }
    const first = await test.send(trustRules.create, input, withKey(owner, 'b'))
    const second = await test.send(trustRules.create, input, withKey(owner, 'b'))
    expect([second.status, second.body]).toEqual([200, first.body])
  })
})

describe('members.invite', () => {
  it('invites and mails once, and does not invite again after the invitation was withdrawn', async () => {
    const { owner, params } = await makeTeam(test)
    const input = { params, body: { email: 'bob@example.com' } }
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => test.send(members.invite, input, withKey(owner, 'a'))),
    )
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    expect(test.jobs.mailsTo('bob@example.com')).toHaveLength(1)
    await test.send(members.remove, input, owner)
    const late = await test.send(members.invite, input, withKey(owner, 'a'))
    expect(late.body.filter(({ status }) => status === 'invited')).toEqual([])
    expect(test.jobs.mailsTo('bob@example.com')).toHaveLength(1)
  })
})

describe('ownership.offer', () => {
  it('makes one offer, and returns it to a repeated request even after it was withdrawn', async () => {
    const { owner, editor, params } = await makeTeam(test)
    const send = () =>
      test.send(ownership.offer, { params, body: { userId: editor.user.id } }, withKey(owner, 'a'))
    const first = await send()
    await test.send(ownership.withdraw, { params }, owner)
    expect((await send()).body).toEqual(first.body)
    expect((await test.send(ownership.mine, {}, editor)).body).toEqual([])
    expect(test.jobs.mailsTo('editor@example.com')).toHaveLength(1)
  })
})

describe('staffProduction.setup', () => {
  it('creates one workspace for ten identical concurrent requests', async () => {
    const staff = await makeSignedIn(test, { email: 'sasha@systeminit.com' })
    const owner = await makeSignedIn(test, { email: 'ada@example.com' })
    const replies = await Promise.all(
      Array.from({ length: 10 }, () =>
        test.send(staffProduction.setup, { body: { userEmail: 'ada@example.com' } }, withKey(staff, 'a')),
      ),
    )
    expect(new Set(replies.map(({ body }) => body.newWorkspace?.id)).size).toBe(1)
    const listed = await test.send(workspaces.list, {}, owner)
    expect(listed.body).toHaveLength(1)
    const params = { workspaceId: listed.body[0]?.id ?? '' }
    expect((await test.send(activity.list, { params }, owner)).body).toHaveLength(1)
  })
})
