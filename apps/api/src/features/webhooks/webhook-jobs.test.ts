import { hourMs } from '@portal/contract/durations'
import { events } from '@portal/contract/events/events'
import { ownership } from '@portal/contract/ownership/ownership'
import { type Webhook, webhooks } from '@portal/contract/webhooks/webhooks'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import type { SentJob } from '../../testing/fake-jobs.ts'
import { makeTeam, type Team } from '../../testing/make-team.ts'
import { setAccountPause, setWorkspacePause } from '../staff/pauses/pause-store.ts'
import { deliverToWebhook } from './webhook-jobs.ts'

const test = useTestApp()
let team: Team
let webhook: Webhook
beforeEach(async () => {
  team = await makeTeam(test)
  webhook = await create()
  test.jobs.sent.length = 0
})

async function create(types: Webhook['types'] = 'all'): Promise<Webhook> {
  const body = { url: 'https://hooks.example.com/portal', types }
  return (await test.send(webhooks.create, { params: team.params, body }, team.owner)).body.webhook
}

const webhookParams = () => ({ ...team.params, webhookId: webhook.id })
const save = (body: object) => test.send(webhooks.update, { params: webhookParams(), body }, team.owner)
const act = (description: string) => save({ description })

const queued = () =>
  test.jobs.sent.filter((job): job is SentJob<'webhooks.deliver'> => job.name === 'webhooks.deliver')

/** Runs the queued deliveries, but not those that they queue. */
async function deliver(): Promise<void> {
  const jobs = queued()
  test.jobs.sent.length = 0
  for (const { data } of jobs) await deliverToWebhook(test.services, data)
}

const read = async () =>
  (await test.send(webhooks.list, { params: team.params }, team.owner)).body.webhooks[0]
const deliveries = async (as = team.owner) =>
  (await test.send(webhooks.deliveries, { params: webhookParams() }, as)).body.deliveries

describe('an event', () => {
  it('is sent as the API returns it, to the webhooks with its type', async () => {
    const other = await create(['member.joined'])
    await act('Alerts')
    await deliver()
    const { body } = await test.send(events.list, { params: team.params }, team.owner)
    const event = body.events.at(-1)
    expect(test.webhooks.sent.map(({ id, url, body: sent }) => [id, url, JSON.parse(sent)])).toContainEqual([
      event?.id,
      webhook.url,
      event,
    ])
    expect(queued().some(({ data }) => data.webhookId === other.id)).toBe(false)
  })

  it('is sent again after a failure, with the same id and the time of the attempt', async () => {
    test.webhooks.answerWith({ status: 500, answer: 'broken' })
    await act('Alerts')
    await deliver()
    expect(queued()).toMatchObject([{ data: { attempt: 2 }, delay: { seconds: 5 } }])
    test.clockOffsetMs = 5_000
    test.webhooks.answerWith({})
    await deliver()
    const [first, second] = test.webhooks.sent
    expect(second?.id).toBe(first?.id)
    expect(second?.at.getTime()).toBeGreaterThan(first?.at.getTime() ?? 0)
    const [latest, earlier] = await deliveries()
    expect(latest).toMatchObject({ attempt: 2, status: 200, isSuccess: true, nextAttemptAt: null })
    expect(earlier).toMatchObject({ attempt: 1, status: 500, isSuccess: false, answer: 'broken' })
    expect(earlier?.nextAttemptAt).not.toBeNull()
    expect(await read()).toMatchObject({ failingSince: null })
  })

  it('is not sent after the webhook was paused', async () => {
    await act('Alerts')
    await save({ isEnabled: false })
    await deliver()
    expect(test.webhooks.sent).toEqual([])
  })

  it.each(['workspace', 'owner'])('is not sent while the %s is quarantined', async (paused) => {
    await act('Alerts')
    const { orm } = test.database
    const pause = { since: test.now(), until: null, reason: null, byUserId: null }
    if (paused === 'workspace') await setWorkspacePause(orm, team.workspace.id, pause)
    else await setAccountPause(orm, team.owner.user.id, 'quarantine', pause)
    await deliver()
    expect(test.webhooks.sent).toEqual([])
  })

  it("is still sent after the workspace is deleted, as is the deletion, and failures don't count", async () => {
    await act('Alerts')
    await test.send(workspaces.delete, { params: team.params }, team.owner)
    test.webhooks.answerWith({ status: 410 })
    await deliver()
    expect(test.webhooks.sent.map(({ body }) => JSON.parse(body).type)).toEqual([
      'webhook.updated',
      'workspace.deleted',
    ])
    expect(test.jobs.sent).toEqual([])
    await test.send(workspaces.restore, { params: team.params }, team.owner)
    expect(await read()).toMatchObject({ disabledReason: null, failingSince: null })
  })

  it('that arrives after the workspace is deleted ends the failures', async () => {
    test.webhooks.answerWith({ status: 500 })
    await act('Alerts')
    await deliver()
    await test.send(workspaces.delete, { params: team.params }, team.owner)
    test.webhooks.answerWith({})
    await deliver()
    await test.send(workspaces.restore, { params: team.params }, team.owner)
    expect(await read()).toMatchObject({ failingSince: null })
  })
})

describe('a webhook', () => {
  it('is disabled by 410, records it and mails the owner', async () => {
    test.webhooks.answerWith({ status: 410 })
    await act('Alerts')
    await deliver()
    expect(await read()).toMatchObject({ disabledReason: 'gone' })
    expect(test.jobs.mailsTo('owner@example.com')).toHaveLength(1)
    const { body } = await test.send(events.list, { params: team.params }, team.owner)
    expect(body.events.at(-1)).toMatchObject({ type: 'webhook.disabled', actor: { kind: 'system' } })
  })

  /** Makes the next attempt, which gets 410, while the change is made. */
  async function deliverDuring(change: () => Promise<unknown>): Promise<void> {
    vi.spyOn(test.webhooks, 'send').mockImplementationOnce(async () => {
      await change()
      return { status: 410, problem: null, answer: '', durationMs: 84 }
    })
    await deliver()
  }

  it('keeps the first reason when it is paused during an attempt that gets 410', async () => {
    await act('Alerts')
    await deliverDuring(() => save({ isEnabled: false }))
    expect(await read()).toMatchObject({ disabledReason: 'owner' })
    expect(await deliveries()).toMatchObject([{ status: 410, nextAttemptAt: null }])
  })

  it('waits for the new owner, without a retry, if its workspace gets one during an attempt that gets 410', async () => {
    await act('Alerts')
    const { params, owner, editor } = team
    await deliverDuring(async () => {
      await test.send(ownership.offer, { params, body: { userId: editor.user.id } }, owner)
      await test.send(ownership.accept, { params }, editor)
    })
    expect(await read()).toMatchObject({ disabledReason: 'newOwner', failingSince: null })
    expect(queued().filter(({ data }) => data.attempt > 1)).toEqual([])
  })

  it('gets an event at its new URL when the URL changes during a failed attempt, which does not disable it', async () => {
    await act('Alerts')
    const [job] = queued()
    const url = 'https://siem.example.com/'
    await deliverDuring(() => save({ url }))
    expect(await read()).toMatchObject({ url, disabledReason: null, failingSince: null })
    await deliver()
    const again = test.webhooks.sent.filter(({ id }) => id === job?.data.eventId)
    expect(again.map((message) => message.url)).toEqual([url])
  })

  it('starts without failures at a new URL', async () => {
    test.webhooks.answerWith({ status: 500 })
    await act('Alerts')
    await deliver()
    expect((await read())?.failingSince).not.toBeNull()
    await save({ url: 'https://siem.example.com/' })
    expect((await read())?.failingSince).toBeNull()
  })
})

describe('webhooks.resend', () => {
  const resend = (deliveryId: string) =>
    test.send(webhooks.resend, { params: { ...webhookParams(), deliveryId } }, team.owner)

  it('sends the event once with the current secret, and neither heals nor disables the webhook', async () => {
    test.webhooks.answerWith({ status: 500 })
    await act('Alerts')
    await deliver()
    const failing = await read()
    const body = { overlap: '1d' }
    await test.send(webhooks.rotateSecret, { params: webhookParams(), body }, team.owner)
    test.jobs.sent.length = 0
    const [delivery] = await deliveries()
    for (const status of [200, 410]) {
      test.webhooks.answerWith({ status })
      const { body: sent } = await resend(delivery?.id ?? '')
      expect(sent.delivery).toMatchObject({ kind: 'resend', attempt: 1, status, eventId: delivery?.eventId })
    }
    expect(test.webhooks.sent.at(-1)?.secrets).toHaveLength(1)
    expect(await read()).toMatchObject({ failingSince: failing?.failingSince, disabledReason: null })
    expect(queued()).toEqual([])
  })

  it('returns 404 for a delivery of another webhook', async () => {
    const params = { ...team.params, webhookId: (await create()).id }
    const { body } = await test.send(webhooks.test, { params }, team.owner)
    expect((await resend(body.delivery.id)).status).toBe(404)
  })
})

describe('a rotation with an overlap', () => {
  it('signs with both secrets until the overlap has passed', async () => {
    const body = { overlap: '1h' }
    await test.send(webhooks.rotateSecret, { params: webhookParams(), body }, team.owner)
    test.jobs.sent.length = 0
    await act('Alerts')
    const [job] = queued()
    await deliver()
    expect(test.webhooks.sent.at(-1)?.secrets).toHaveLength(2)
    test.clockOffsetMs = hourMs + 1_000
    if (job) await deliverToWebhook(test.services, job.data)
    expect(test.webhooks.sent.at(-1)?.secrets).toHaveLength(1)
  })
})

describe('webhooks.deliveries', () => {
  it('shows an approver neither events nor answers', async () => {
    await act('Alerts')
    await deliver()
    expect((await deliveries())[0]).toMatchObject({ answer: 'ok', event: { type: 'webhook.updated' } })
    expect((await deliveries(team.approver))[0]).toMatchObject({ answer: null, event: null, status: 200 })
  })

  it('contains no secret', async () => {
    const { body } = await test.send(webhooks.rotateSecret, { params: webhookParams() }, team.owner)
    await test.send(webhooks.test, { params: webhookParams() }, team.owner)
    expect(JSON.stringify(await deliveries())).not.toContain(body.secret.slice(6))
  })
})
