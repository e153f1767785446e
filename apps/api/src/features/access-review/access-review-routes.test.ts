import { accessReview } from '@portal/contract/access-review/access-review'
import { account } from '@portal/contract/account/account'
import { dayMs, hourMs } from '@portal/contract/durations'
import { ownership } from '@portal/contract/ownership/ownership'
import { serviceAccounts } from '@portal/contract/service-accounts/service-accounts'
import { tokens } from '@portal/contract/tokens/tokens'
import { trustRules } from '@portal/contract/trust-rules/trust-rules'
import { webhooks } from '@portal/contract/webhooks/webhooks'
import { ulid } from 'ulid'
import { expect, it } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import { type FederationScene, makeFederationScene } from '../../testing/federation-scene.ts'
import { makeSignedIn, type SignedIn } from '../../testing/make-signed-in.ts'
import { invite, makeTeam } from '../../testing/make-team.ts'
import {
  ok,
  ownerAndApprover,
  ownerOnly,
  ownerRead,
  replaced,
  workspaceWrite,
} from '../../testing/outcome-groups.ts'
import { testOutcomes } from '../../testing/test-outcomes.ts'
import { trustRules as trustRuleTable } from '../trust-rules/trust-rule-table.ts'
import { type DeliveryRow, insertDelivery } from '../webhooks/webhook-store.ts'

const test = useTestApp()

async function makeToken({ team }: FederationScene, name: string, as: SignedIn, serviceAccountId?: string) {
  const body = { name, expiration: '2h', ...(serviceAccountId && { serviceAccountId }) }
  const reply = await test.send(tokens.create, { params: team.params, body }, as)
  return { params: { ...team.params, tokenId: reply.body.authToken.id } }
}

/** Creates a workspace with a token in each state, a service account and its trust rule. */
async function makeScene() {
  const scene = await makeFederationScene(test)
  const { owner, editor } = scene.team
  await makeToken(scene, 'Nightly', editor)
  await makeToken(scene, 'Release', owner, scene.params.serviceAccountId)
  const paused = await makeToken(scene, 'Paused', owner)
  await test.send(tokens.pause, { ...paused, body: { for: '1d' } }, owner)
  await test.send(tokens.revoke, await makeToken(scene, 'Revoked', owner), owner)
  return scene
}

const list = (scene: FederationScene, as: SignedIn) =>
  test.send(accessReview.list, { params: scene.team.params }, as)

/** Returns the kind, name and state of each actor. Members have their role instead of a name. */
const summaryOf = (body: Awaited<ReturnType<typeof list>>['body']) =>
  body.actors.map(({ kind, name, role, state }) => [kind, role ?? name, state].join(' '))

it('The access review lists members, service accounts, working tokens and trust rules for owners and approvers', async () => {
  const scene = await makeScene()
  const { owner, approver } = scene.team
  for (const as of [owner, approver]) {
    const { status, body } = await list(scene, as)
    expect(status).toBe(200)
    expect(summaryOf(body).toSorted()).toEqual(
      [
        'member OWNER active',
        'member APPROVER active',
        'member EDITOR active',
        'serviceAccount deploy-bot active',
        'token Nightly active',
        'token Release active',
        'token Paused paused',
        'trustRule main active',
      ].toSorted(),
    )
  }
  const { body } = await list(scene, owner)
  expect(body.actors.map(({ kind }) => kind)).toEqual([
    ...['member', 'member', 'member', 'serviceAccount', 'token', 'token', 'token', 'trustRule'],
  ])
  const [release, nightly] = ['Release', 'Nightly'].map((name) =>
    body.actors.find((actor) => actor.name === name),
  )
  expect(release).toMatchObject({ serviceAccount: { name: 'deploy-bot' }, email: null })
  expect(nightly).toMatchObject({ serviceAccount: null, email: 'editor@example.com', role: null })
})

it('The access review answers 403 to an editor and 404 to a stranger', async () => {
  const scene = await makeFederationScene(test)
  const [refused, unknown] = [
    await list(scene, scene.team.editor),
    await list(scene, await makeSignedIn(test)),
  ]
  expect([refused.errorType, unknown.errorType]).toEqual(['NotAllowed', 'NotFound'])
})

it('The access review shows tokens and rules of a disabled service account as disabled, and omits a deleted one with them', async () => {
  const scene = await makeScene()
  const { params, team } = scene
  await test.send(serviceAccounts.update, { params, body: { isDisabled: true } }, team.owner)
  const disabled = summaryOf((await list(scene, team.owner)).body).filter((text) => /disabled$/.test(text))
  expect(disabled).toEqual([
    'serviceAccount deploy-bot disabled',
    'token Release disabled',
    'trustRule main disabled',
  ])
  await test.send(serviceAccounts.delete, { params }, team.owner)
  const left = (await list(scene, team.owner)).body.actors.map(({ kind }) => kind)
  expect(new Set(left)).toEqual(new Set(['member', 'token']))
})

it('A service account was last used when any of its tokens was', async () => {
  const scene = await makeFederationScene(test)
  const { team, params } = scene
  const lastUses = async () =>
    (await list(scene, team.owner)).body.actors
      .filter(({ kind }) => kind === 'serviceAccount' || kind === 'token')
      .map(({ kind, lastUsedAt }) => [kind, lastUsedAt])
  const body = { name: 'Release', expiration: '2h', serviceAccountId: params.serviceAccountId }
  const { token } = (await test.send(tokens.create, { params: team.params, body }, team.owner)).body
  expect(await lastUses()).toEqual([
    ['serviceAccount', null],
    ['token', null],
  ])
  await test.send(account.whoami, {}, { bearer: token })
  await expect.poll(async () => (await lastUses())[1]?.[1]).toEqual(expect.any(String))
  const [ofServiceAccount, ofToken] = await lastUses()
  expect(ofServiceAccount?.[1]).toBe(ofToken?.[1])
})

it('The access review and the list of service accounts show the last use of a trust rule', async () => {
  const scene = await makeFederationScene(test)
  const usedAt = new Date('2026-01-02T03:04:05.678Z')
  await test.database.orm.update(trustRuleTable).set({ lastUsedAt: usedAt })
  const { actors } = (await list(scene, scene.team.owner)).body
  expect(actors.find(({ kind }) => kind === 'serviceAccount')?.lastUsedAt).toBe(usedAt.toISOString())
  const listed = await test.send(serviceAccounts.list, { params: scene.team.params }, scene.team.owner)
  expect(listed.body.serviceAccounts.map(({ lastUsedAt }) => lastUsedAt)).toEqual([usedAt.toISOString()])
})

it('The access review omits expired tokens and marks a learning rule', async () => {
  const scene = await makeScene()
  const { params, team } = scene
  const rule = { name: 'new', issuer: 'https://ci.example.com', audience: 'x', isLearning: true }
  await test.send(trustRules.create, { params, body: rule }, team.owner)
  expect(summaryOf((await list(scene, team.owner)).body)).toContain('trustRule new learning')
  test.clockOffsetMs = 3 * hourMs
  const kinds = (await list(scene, team.owner)).body.actors.map(({ kind }) => kind)
  expect(kinds).not.toContain('token')
})

it('The access review names webhooks by host and description, with their creator, state and last delivery of an event', async () => {
  const { params, owner, approver } = await makeTeam(test)
  const body = { url: 'https://hooks.example.com/secret', description: 'Alerts', types: 'all' } as const
  const { webhook } = (await test.send(webhooks.create, { params, body }, owner)).body
  const listed = async (as: SignedIn) =>
    (await test.send(accessReview.list, { params }, as)).body.actors.filter(({ kind }) => kind === 'webhook')
  const expected = {
    ...{ id: webhook.id, name: 'hooks.example.com: Alerts', state: 'active', userId: null, email: null },
    createdBy: { userId: owner.user.id, email: 'owner@example.com' },
    ...{ createdAt: webhook.createdAt, lastUsedAt: null, expiresAt: null },
  }
  expect(await listed(approver)).toEqual([expect.objectContaining(expected)])

  const attempt = { attempt: 1, problem: null, durationMs: 84, answer: null, nextAttemptAt: null }
  const deliver = async (day: number, kind: DeliveryRow['kind'], status: number | null) => {
    const at = new Date(Date.parse(webhook.createdAt) + day * dayMs)
    const [id, webhookId, eventId] = [ulid(at.getTime()), webhook.id, ulid()]
    const delivery = {
      ...params,
      ...attempt,
      id,
      webhookId,
      eventId,
      kind,
      type: 'token.created',
      at,
      status,
    }
    await insertDelivery(test.database.orm, delivery)
    return at.toISOString()
  }
  await deliver(1, 'event', 200)
  const lastUsedAt = await deliver(2, 'event', 204)
  await deliver(3, 'event', 500)
  await deliver(4, 'event', null)
  await deliver(5, 'test', 200)
  expect(await listed(owner)).toMatchObject([{ lastUsedAt }])

  const change = { params: { ...params, webhookId: webhook.id }, body: { isEnabled: false } }
  await test.send(webhooks.update, change, owner)
  expect(await listed(owner)).toMatchObject([{ state: 'paused' }])
  const csv = await test.app.inject({
    url: `/workspaces/${params.workspaceId}/accessReview.csv`,
    headers: test.headersOf(owner),
  })
  expect(csv.payload).toContain('"Webhook","hooks.example.com: Alerts","","","","paused"')
  expect(csv.payload).not.toContain('secret')
})

it('The access review shows a webhook as unconfirmed until the new owner confirms it', async () => {
  const { params, owner, approver } = await makeTeam(test)
  const body = { url: 'https://hooks.example.com/', types: 'all' } as const
  const { webhook } = (await test.send(webhooks.create, { params, body }, owner)).body
  await test.send(ownership.offer, { params, body: { userId: approver.user.id } }, owner)
  await test.send(ownership.accept, { params }, approver)
  const state = async () =>
    (await test.send(accessReview.list, { params }, owner)).body.actors.find(({ id }) => id === webhook.id)
      ?.state
  expect(await state()).toBe('unconfirmed')
  const confirm = { params: { ...params, webhookId: webhook.id }, body: { isEnabled: true } }
  await test.send(webhooks.update, confirm, approver)
  expect(await state()).toBe('active')
})

it('The download of the access review has the rows of the list and the invitations', async () => {
  const scene = await makeScene()
  const { params, owner, editor } = scene.team
  await invite(test, scene.team, 'new@example.com')
  const get = (as: SignedIn) =>
    test.app.inject({
      url: `/workspaces/${params.workspaceId}/accessReview.csv`,
      headers: test.headersOf(as),
    })
  const response = await get(owner)
  expect(response.headers['content-disposition']).toBe(
    `attachment; filename="access-review-${params.workspaceId}.csv"`,
  )
  const [header, ...lines] = response.payload.trimEnd().split('\r\n')
  expect(header).toBe(
    '"Kind","Name","Email","Role","Service account","State","Created","Last used","IP address","Expires","Permission","Can approve","Unused","Created by"',
  )
  expect(lines).toHaveLength((await list(scene, owner)).body.actors.length + 1)
  expect(
    lines.some((line) => line.startsWith('"Invitation","new@example.com","new@example.com","EDITOR"')),
  ).toBe(true)
  expect(lines.some((line) => line.startsWith('"Trust rule","main","","","deploy-bot","active"'))).toBe(true)
  expect((await get(editor)).statusCode).toBe(403)
})

const reviewerRead = { ...ownerRead, ...ownerAndApprover(ok), quarantinedWorkspaceSession: ok }

testOutcomes(test, accessReview, {
  list: reviewerRead,
  download: reviewerRead,
  listSignOffs: reviewerRead,
  // No caller has a sign-off yet.
  downloadSignOff: replaced(reviewerRead, (outcome) => (outcome === ok ? '404 NotFound' : outcome)),
  signOff: { ...workspaceWrite, ...ownerAndApprover(ok) },
  setReminder: { ...workspaceWrite, ...ownerOnly(ok), body: { every: 'quarter' } },
})
