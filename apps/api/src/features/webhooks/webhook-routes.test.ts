import { activity } from '@portal/contract/activity/activity'
import { hourMs } from '@portal/contract/durations'
import { ownership } from '@portal/contract/ownership/ownership'
import { type Webhook, webhooks } from '@portal/contract/webhooks/webhooks'
import { beforeEach, describe, expect, it } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import { makeSession } from '../../testing/factories.ts'
import { hostileUrls } from '../../testing/hostile-urls.ts'
import type { SignedIn } from '../../testing/make-signed-in.ts'
import { makeTeam, type Team } from '../../testing/make-team.ts'
import {
  ok,
  ownerAndApprover,
  ownerOnly,
  reducing,
  sessionRead,
  workspaceWrite,
} from '../../testing/outcome-groups.ts'
import { testOutcomes } from '../../testing/test-outcomes.ts'

const test = useTestApp()
let team: Team
beforeEach(async () => {
  team = await makeTeam(test)
})

const url = 'https://hooks.example.com/portal'
const create = (body: object = {}, as: SignedIn = team.owner) =>
  test.send(webhooks.create, { params: team.params, body: { url, types: 'all', ...body } }, as)
const createOne = async (body: object = {}) => (await create(body)).body.webhook
const list = async (as: SignedIn = team.owner) =>
  (await test.send(webhooks.list, { params: team.params }, as)).body.webhooks
const save = ({ id }: Webhook, body: object, as: SignedIn = team.owner) =>
  test.send(webhooks.update, { params: { ...team.params, webhookId: id }, body }, as)
const log = async () => {
  const { body } = await test.send(activity.list, { params: team.params }, team.owner)
  return body.map(({ act, subject }) => [act, subject]).reverse()
}

describe('webhooks.create', () => {
  it('returns the webhook and its secret, which no list contains', async () => {
    const { status, body } = await create({ description: ' Alerts ', types: ['token.created'] })
    expect(status).toBe(200)
    expect(body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(body.webhook).toEqual({
      id: expect.any(String),
      url,
      description: 'Alerts',
      types: ['token.created'],
      createdBy: { userId: team.owner.user.id, email: 'owner@example.com' },
      createdAt: expect.any(String),
      disabledReason: null,
      disabledAt: null,
      failingSince: null,
      previousSecretUntil: null,
    })
    expect(await list(team.approver)).toEqual([body.webhook])
    expect(await log()).toEqual([['webhook.created', 'hooks.example.com']])
  })

  it.each(hostileUrls(9999))('refuses the URL %s', async (hostile) => {
    expect((await create({ url: hostile })).error?.issues?.[0]?.path).toBe('url')
  })

  it('refuses an unknown type', async () => {
    expect((await create({ types: ['token.exploded'] })).errorType).toBe('ValidationError')
  })

  it('refuses the 21st webhook', async () => {
    for (let made = 0; made < 20; made += 1) await createOne()
    expect((await create()).errorType).toBe('LimitReached')
  })
})

describe('webhooks.update', () => {
  it('changes the fields that are sent and records it', async () => {
    const webhook = await createOne()
    const { body } = await save(webhook, { description: 'Chat', types: ['member.joined'] })
    expect(body.webhook).toEqual({ ...webhook, description: 'Chat', types: ['member.joined'] })
    await save(webhook, { description: 'Chat' })
    expect((await log()).map(([act]) => act)).toEqual(['webhook.created', 'webhook.updated'])
  })

  it('needs a fresh sign-in for a new URL only', async () => {
    const webhook = await createOne()
    const { user } = team.owner
    const session = await makeSession(test.database, user, {
      authenticatedAt: new Date(test.now().getTime() - 2 * hourMs),
    })
    const stale = { ...team.owner, session: session.token }
    const moved = await save(webhook, { url: 'https://other.example.com/' }, stale)
    expect(moved.errorType).toBe('FreshSignInRequired')
    expect((await save(webhook, { url, isEnabled: false }, stale)).status).toBe(200)
  })

  it('keeps the first reason when a disabled webhook is disabled again', async () => {
    const webhook = await createOne()
    const first = (await save(webhook, { isEnabled: false })).body.webhook
    expect(first.disabledReason).toBe('owner')
    test.clockOffsetMs = 1_000
    expect((await save(webhook, { isEnabled: false })).body.webhook).toEqual(first)
    expect((await save(webhook, { isEnabled: true })).body.webhook).toEqual(webhook)
  })

  it('confirms a webhook of a previous owner, which receives nothing until then, and ends its overlap', async () => {
    const webhook = await createOne()
    const { params, approver, owner } = team
    const ofWebhook = { params: { ...params, webhookId: webhook.id } }
    await test.send(webhooks.rotateSecret, { ...ofWebhook, body: { overlap: '1d' } }, owner)
    await test.send(ownership.offer, { params, body: { userId: approver.user.id } }, owner)
    await test.send(ownership.accept, { params }, approver)
    expect((await list(approver))[0]?.disabledReason).toBe('newOwner')
    expect((await test.send(webhooks.rotateSecret, ofWebhook, approver)).errorType).toBe('Conflict')
    test.jobs.sent.length = 0
    await save(webhook, { description: 'Mine' }, approver)
    expect(test.jobs.sent.filter(({ name }) => name === 'webhooks.deliver')).toEqual([])
    const confirmed = (await save(webhook, { isEnabled: true }, approver)).body.webhook
    expect(confirmed).toMatchObject({ disabledReason: null, previousSecretUntil: null })
    await save(webhook, { description: 'Still mine' }, approver)
    expect(test.jobs.sent.filter(({ name }) => name === 'webhooks.deliver')).toHaveLength(1)
  })

  it('confirms a webhook whose URL a new owner changes', async () => {
    const webhook = await createOne()
    const { params, approver, owner } = team
    await test.send(ownership.offer, { params, body: { userId: approver.user.id } }, owner)
    await test.send(ownership.accept, { params }, approver)
    const { body } = await save(webhook, { url: 'https://other.example.com/' }, approver)
    expect(body.webhook.disabledReason).toBeNull()
    await test.send(ownership.offer, { params, body: { userId: owner.user.id } }, approver)
    await test.send(ownership.accept, { params }, owner)
    expect((await list())[0]?.disabledReason).toBe('newOwner')
  })
})

describe('webhooks.delete', () => {
  it('removes the webhook and its deliveries', async () => {
    const { id } = await createOne()
    const params = { ...team.params, webhookId: id }
    await test.send(webhooks.test, { params }, team.owner)
    expect((await test.send(webhooks.delete, { params }, team.owner)).status).toBe(204)
    expect(await list()).toEqual([])
    expect((await test.send(webhooks.deliveries, { params }, team.owner)).status).toBe(404)
    expect((await log()).at(-1)).toEqual(['webhook.deleted', 'hooks.example.com'])
  })
})

testOutcomes(test, webhooks, {
  list: {
    ...sessionRead,
    ...ownerAndApprover(ok),
    neverTerms: '403 NotAllowed',
    oldTerms: '403 NotAllowed',
    quarantinedWorkspaceSession: ok,
  },
  create: { ...workspaceWrite, ...ownerOnly(ok), body: { url, types: 'all' } },
  update: { ...workspaceWrite, ...ownerOnly('404 NotFound'), body: { isEnabled: true } },
  delete: {
    ...reducing,
    ...ownerOnly('404 NotFound'),
    neverTerms: '403 NotAllowed',
    oldTerms: '403 NotAllowed',
    quarantinedWorkspaceSession: '404 NotFound',
  },
  rotateSecret: { ...workspaceWrite, ...ownerOnly('404 NotFound') },
  test: { ...workspaceWrite, ...ownerOnly('404 NotFound') },
  deliveries: {
    ...sessionRead,
    ...ownerAndApprover('404 NotFound'),
    neverTerms: '403 NotAllowed',
    oldTerms: '403 NotAllowed',
    quarantinedWorkspaceSession: '404 NotFound',
  },
  resend: { ...workspaceWrite, ...ownerOnly('404 NotFound') },
})
