import { Agent, get, type IncomingHttpHeaders } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { members } from '@portal/contract/members/members'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { makeWorkspace } from '../../apps/api/src/testing/factories.ts'
import { waitForLock } from '../../apps/api/src/testing/wait-for-lock.ts'
import { MessageStore } from '../../stand-ins/mail/message-store.ts'
import { createSmtpListener } from '../../stand-ins/mail/smtp-listener.ts'
import { FailureSwitch } from '../../stand-ins/serving/failure-switch.ts'
import { makePerson, mustSend, sendCall } from '../callers.ts'
import { killAll, type Lab, startApi, startLab } from '../processes.ts'

const limitMs = 120_000
const graceSeconds = 4

let lab: Lab

beforeAll(async () => {
  lab = await startLab()
}, limitMs)
afterEach(killAll)
afterAll(() => lab?.remove())

interface Answer {
  status: number | undefined
  headers: IncomingHttpHeaders
}

function ask(url: string, agent: Agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      response.resume()
      response.once('end', () => resolve({ status: response.statusCode, headers: response.headers }))
    }).once('error', reject)
  })
}

/** Waits until the process accepts no new connections. */
async function untilClosed({ url }: { url: string }): Promise<void> {
  const answer = () => ask(`${url}/health/live`, new Agent()).catch(String)
  await expect.poll(answer, { timeout: limitMs, interval: 20 }).toContain('ECONNREFUSED')
}

it(
  'a stopping API reports that it is not ready, serves requests until the grace period ends, and exits with code 0',
  async () => {
    const api = await startApi({
      ...lab.environment,
      DRAIN_GRACE_SECONDS: String(graceSeconds),
    })
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const before = await ask(`${api.url}/health/live`, agent)
    expect(before.headers.connection).toBe('keep-alive')

    const toldAtMs = Date.now()
    process.kill(api.pid, 'SIGTERM')
    await expect
      .poll(async () => (await ask(`${api.url}/health/ready`, agent)).status, {
        timeout: limitMs,
        interval: 20,
      })
      .toBe(503)
    const during = await ask(`${api.url}/`, agent)
    expect([during.status, during.headers.connection]).toEqual([200, 'close'])
    // A second signal must not shorten the grace period.
    process.kill(api.pid, 'SIGTERM')

    expect(await api.exit()).toBe(0)
    expect(Date.now() - toldAtMs).toBeGreaterThanOrEqual(graceSeconds * 1_000)
    await expect(ask(`${api.url}/health/live`, agent)).rejects.toThrow('ECONNREFUSED')
    agent.destroy()
  },
  limitMs,
)

it(
  'a stopping API answers the requests that it is handling',
  async () => {
    const database = await lab.open()
    const owner = await makePerson(database)
    const { id: workspaceId } = await makeWorkspace(database, owner.user)
    const api = await startApi(lab.environment)
    const rename = { params: { workspaceId }, body: { displayName: 'Renamed' } }
    const { answer } = await database.transaction(async (tx) => {
      await tx.execute(sql`select from workspaces where id = ${workspaceId} for update`)
      const sent = sendCall(api, workspaces.update, rename, owner)
      await waitForLock(database)
      process.kill(api.pid, 'SIGTERM')
      await untilClosed(api)
      // Long enough for a process to close the connection if it does not wait for the request.
      await sleep(300)
      return { answer: sent }
    })
    expect((await answer).status).toBe(200)
    expect(await api.exit()).toBe(0)
  },
  limitMs,
)

it(
  'a stopping API does not wait for idle connections',
  async () => {
    const api = await startApi(lab.environment)
    const agent = new Agent({ keepAlive: true })
    await Promise.all(Array.from({ length: 20 }, () => ask(`${api.url}/health/live`, agent)))
    process.kill(api.pid, 'SIGTERM')
    expect(await api.exit()).toBe(0)
    agent.destroy()
  },
  limitMs,
)

it(
  'a stopping API exits with code 0 while a client sends its request byte by byte',
  async () => {
    const api = await startApi({ ...lab.environment, REQUEST_TIMEOUT_SECONDS: '600' })
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1')
    socket.on('error', () => {})
    socket.write('POST /auth/introspect HTTP/1.1\r\nHost: a\r\nContent-Length: 60000\r\n')
    socket.write('Content-Type: application/json\r\n\r\n')
    const drip = setInterval(() => socket.write(' '), 100)
    await ask(`${api.url}/health/live`, new Agent())
    process.kill(api.pid, 'SIGTERM')
    expect(await api.exit()).toBe(0)
    clearInterval(drip)
    socket.destroy()
  },
  limitMs,
)

it(
  'a stopping API finishes its running jobs before it exits',
  async () => {
    const database = await lab.open()
    const owner = await makePerson(database)
    const workspace = await makeWorkspace(database, owner.user)
    // The mail server accepts the mail only after the process has closed its port.
    const store = await MessageStore.open(join(lab.dataDir, 'mails'))
    const accepted = Promise.withResolvers<void>()
    const keep = store.add.bind(store)
    const add = vi.spyOn(store, 'add').mockImplementation(async (...mail) => {
      await accepted.promise
      return keep(...mail)
    })
    const smtp = createSmtpListener(store, new FailureSwitch())
    onTestFinished(() => smtp.close())
    const api = await startApi({
      ...lab.environment,
      SMTP_URL: `smtp://127.0.0.1:${await smtp.listen(0)}`,
    })
    const invitation = { params: { workspaceId: workspace.id }, body: { email: 'invitee@example.com' } }
    await mustSend(api, members.invite, invitation, owner)
    await expect.poll(() => add.mock.calls.length, { timeout: limitMs }).toBe(1)

    process.kill(api.pid, 'SIGTERM')
    await untilClosed(api)
    // Long enough for a process to exit if it does not wait for the job.
    await sleep(500)
    expect(api.isRunning).toBe(true)
    accepted.resolve()
    expect(await api.exit()).toBe(0)
    const jobs = await database.queue.executeSql("select state from pgboss.job where name = 'mail.send'")
    expect(jobs.rows).toEqual([{ state: 'completed' }])
    expect(store.list('invitee@example.com')).toHaveLength(1)
  },
  limitMs,
)
