/** Webhooks on the real job queue. See docs/product/webhooks.md#retries. */
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dayMs, hourMs } from '@portal/contract/durations'
import { ownership } from '@portal/contract/ownership/ownership'
import { webhooks } from '@portal/contract/webhooks/webhooks'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { afterEach, expect, it, vi } from 'vitest'
import { openWebhookGateway } from '../../gateways/webhooks/send-webhook.ts'
import { type JobData, type JobHandlers, type JobName, type RunningJobs, startJobs } from '../../jobs/jobs.ts'
import { useTestApp } from '../../testing/build-test-app.ts'
import { closeAtEnd } from '../../testing/close-at-end.ts'
import { startCanary } from '../../testing/hostile-urls.ts'
import type { SignedIn } from '../../testing/make-signed-in.ts'
import { invite, makeTeam, type Team } from '../../testing/make-team.ts'
import { deliverToWebhook } from './webhook-jobs.ts'

/** Starts a server that counts its requests. */
async function startEndpoint(answer: RequestListener) {
  const endpoint = { host: '', requests: 0 }
  const server = createServer((request, response) => {
    endpoint.requests += 1
    request.resume()
    answer(request, response)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  closeAtEnd(async () => void server.close().closeAllConnections())
  endpoint.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return endpoint
}

const canary = await startCanary()
const { promise: released, resolve: release } = Promise.withResolvers<void>()
const healthy = await startEndpoint((_, response) => response.end('ok'))
const slow = await startEndpoint((_, response) => void released.then(() => response.end('late')))
const redirecting = await startEndpoint((_, response) =>
  response.writeHead(302, { location: `http://127.0.0.1:${canary.port}/` }).end(),
)
/** Nothing listens on this port. */
const dead = { host: '127.0.0.1:1' }

const trustedHosts = [healthy, slow, redirecting, dead].map(({ host }) => host)
const test = useTestApp({ WEBHOOK_TRUSTED_HOSTS: trustedHosts.join() })

let queue: RunningJobs | undefined
afterEach(async () => {
  await queue?.stop()
  queue = undefined
  vi.restoreAllMocks()
})

/** Starts the queue, which gets the jobs of the app from now on. Returns the addresses to which its workers send mails. */
async function startQueue({ isWorking }: { isWorking: boolean }): Promise<string[]> {
  const mailed: string[] = []
  const handlers = {
    'webhooks.deliver': (data) => deliverToWebhook(test.services, data),
    'mail.send': async ({ to }) => void mailed.push(to),
  } as Partial<JobHandlers> as JobHandlers
  queue = await startJobs(test.database, handlers, { error: () => {} }, { isWorking })
  vi.spyOn(test.jobs, 'send').mockImplementation(queue.send)
  vi.spyOn(test.jobs, 'sendMail').mockImplementation(queue.sendMail)
  return mailed
}

async function create({ params, owner }: Team, url: string): Promise<string> {
  const body = { url, types: ['workspace.updated'] }
  return (await test.send(webhooks.create, { params, body }, owner)).body.webhook.id
}

/** Changes the workspace, which is an event. */
const rename = async ({ params }: Team, displayName: string, as: SignedIn) => {
  const { status } = await test.send(workspaces.update, { params, body: { displayName } }, as)
  expect(status).toBe(200)
}

/** Lists the attempts, newest first. */
const listDeliveries = async ({ params }: Team, webhookId: string, as: SignedIn) =>
  (await test.send(webhooks.deliveries, { params: { ...params, webhookId } }, as)).body.deliveries

it('a slow, a dead, a redirecting and a hostile server delay neither a mail nor a delivery to a healthy one', async () => {
  const gateway = openWebhookGateway(test.config, async () => [{ address: '127.0.0.1', family: 4 }])
  vi.spyOn(test.webhooks, 'send').mockImplementation(gateway.send)
  const mailed = await startQueue({ isWorking: true })
  const team = await makeTeam(test)
  const toSlow = await create(team, `http://${slow.host}/`)
  const toDead = await create(team, `http://${dead.host}/`)
  const toRedirecting = await create(team, `http://${redirecting.host}/`)
  // Resolves to a private address by the time of the connection.
  const toHostile = await create(team, `https://hooks.example.com:${canary.port}/`)
  await create(team, `http://${healthy.host}/`)
  const outcomesOf = async (webhookId: string) =>
    (await listDeliveries(team, webhookId, team.owner)).map(({ status, problem }) => status ?? problem)

  await rename(team, 'First', team.owner)
  await expect.poll(() => [slow.requests, healthy.requests]).toEqual([1, 1])
  const began = performance.now()
  await rename(team, 'Second', team.owner)
  await invite(test, team, 'guest@example.com')
  await expect.poll(() => [healthy.requests, mailed]).toEqual([2, ['guest@example.com']])
  expect(performance.now() - began).toBeLessThan(5_000)

  await expect.poll(() => outcomesOf(toDead)).toContain('cannot be reached')
  await expect.poll(() => outcomesOf(toRedirecting)).toContain(302)
  await expect.poll(() => outcomesOf(toHostile)).toContain('has no public address')
  expect(canary.hits()).toBe(0)
  expect([slow.requests, await outcomesOf(toSlow)]).toEqual([1, []])
  release()
  await expect.poll(() => outcomesOf(toSlow)).toContain(200)
})

/** Takes the waiting jobs out of the queue, with the seconds after which it would have run them. */
async function takeJobs<Name extends JobName>(name: Name) {
  const { rows } = await test.database.queue.executeSql(
    `delete from pgboss.job where name = $1 and state = 'created'
     returning data, round(extract(epoch from start_after - created_on))::int as seconds`,
    [name],
  )
  return rows as { data: JobData[Name]; seconds: number }[]
}

it('a server that stays down gets seven retries, mails to owner and creator after a day, and is given up after five days', async () => {
  await startQueue({ isWorking: false })
  const team = await makeTeam(test)
  const { params, approver: owner, owner: creator } = team
  const webhookId = await create(team, 'https://hooks.example.com/portal')
  await test.send(ownership.offer, { params, body: { userId: owner.user.id } }, creator)
  await test.send(ownership.accept, { params }, owner)
  const save = (body: object) => test.send(webhooks.update, { params: { ...params, webhookId }, body }, owner)
  await save({ isEnabled: true })
  test.webhooks.answerWith({ status: 503 })
  await takeJobs('webhooks.deliver')
  await takeJobs('mail.send')

  const waits: number[] = []
  const mails: string[] = []
  /** Moves the clock to each attempt of an event and makes it. */
  async function attemptAll(): Promise<void> {
    for (let [job] = await takeJobs('webhooks.deliver'); job; [job] = await takeJobs('webhooks.deliver')) {
      waits.push(job.seconds)
      test.clockOffsetMs += job.seconds * 1_000
      await deliverToWebhook(test.services, job.data)
      for (const { data } of await takeJobs('mail.send'))
        mails.push(`${job.data.attempt} ${data.to} ${/failing|disabled/.exec(data.subject)}`)
    }
  }
  await rename(team, 'First', owner)
  await attemptAll()
  const pauses = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000]
  expect(waits).toEqual([0, ...pauses])
  expect(mails.splice(0).toSorted()).toEqual([
    '8 approver@example.com failing',
    '8 owner@example.com failing',
  ])
  const attempts = (await listDeliveries(team, webhookId, owner)).toReversed()
  const nextIn = attempts.map(
    ({ at, durationMs, nextAttemptAt }) =>
      nextAttemptAt && (Date.parse(nextAttemptAt) - Date.parse(at) - durationMs) / 1_000,
  )
  expect(nextIn).toEqual([...pauses, null])

  test.clockOffsetMs = 5 * dayMs + hourMs
  await rename(team, 'Second', owner)
  await attemptAll()
  expect(waits.slice(8)).toEqual([0])
  expect(mails.toSorted()).toEqual(['1 approver@example.com disabled', '1 owner@example.com disabled'])
  const list = async () => (await test.send(webhooks.list, { params }, owner)).body.webhooks
  const [disabled] = await list()
  expect(disabled?.disabledReason).toBe('failing')
  test.clockOffsetMs += hourMs
  await save({ isEnabled: false })
  expect(await list()).toEqual([disabled])
})
