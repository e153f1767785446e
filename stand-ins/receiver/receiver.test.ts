import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { StandIn } from '../serving/stand-in-server.ts'
import { temporaryFolder } from '../serving/testing/temporary-folder.ts'
import { TestBrowser } from '../serving/testing/test-browser.ts'
import { buildReceiver } from './build-receiver.ts'
import { type Delivery, DeliveryStore } from './delivery-store.ts'
import { problemOf } from './signature.ts'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const otherSecret = 'whsec_c2VjcmV0LW9mLWEtcm90YXRlZC1lbmRwb2ludA=='

let folder: { path: string; remove: () => Promise<void> }
let receiver: StandIn
let origin: string

async function start(): Promise<void> {
  receiver = await buildReceiver({ port: 0, dataFolder: folder.path })
  origin = await receiver.listen()
}

beforeEach(async () => {
  folder = await temporaryFolder()
  await start()
})

afterEach(async () => {
  await receiver.close()
  await folder.remove()
})

function sign(key: string, id: string, timestamp: number, body: string): string {
  const hmac = createHmac('sha256', Buffer.from(key.replace('whsec_', ''), 'base64'))
  return `v1,${hmac.update(`${id}.${timestamp}.${body}`).digest('base64')}`
}

interface Sent {
  id?: string
  body?: string
  path?: string
  secrets?: string[]
  signal?: AbortSignal
}

function deliver({ id = 'event-1', body = '{"type":"member.removed"}', path = '/hook', ...sent }: Sent = {}) {
  const timestamp = Math.floor(Date.now() / 1_000)
  return fetch(origin + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': (sent.secrets ?? [secret]).map((one) => sign(one, id, timestamp, body)).join(' '),
    },
    body,
    signal: sent.signal ?? null,
  })
}

const put = (path: string, body: unknown) =>
  fetch(origin + path, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const deliveries = async () => (await (await fetch(`${origin}/api/deliveries`)).json()) as Delivery[]

describe('signature of a delivery', () => {
  // The example that the libraries of Standard Webhooks share.
  const headers = {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  }
  const body = '{"test": 2432232314}'
  const at = (offSeconds: number) => new Date((1_614_265_330 + offSeconds) * 1_000).toISOString()
  const signed = { headers, body, at: at(0) }

  it('is valid for the example of Standard Webhooks within 5 minutes', () => {
    expect(problemOf(signed, [secret])).toBeNull()
    expect(problemOf({ ...signed, at: at(300) }, [secret])).toBeNull()
    expect(problemOf({ ...signed, at: at(-300) }, [secret])).toBeNull()
  })

  it('is valid if one of several signatures matches one of several secrets', () => {
    const several = `v1a,${'A'.repeat(88)} v1,short ${headers['webhook-signature']}`
    const request = { ...signed, headers: { ...headers, 'webhook-signature': several } }
    expect(problemOf(request, [otherSecret, secret])).toBeNull()
  })

  it.each([
    ['another body', { ...signed, body: '{"test":2432232314}' }, 'no signature matches a secret'],
    [
      'another id',
      { ...signed, headers: { ...headers, 'webhook-id': 'msg' } },
      'no signature matches a secret',
    ],
    ['an old timestamp', { ...signed, at: at(301) }, 'webhook-timestamp is not within 5 minutes'],
    ['a future timestamp', { ...signed, at: at(-301) }, 'webhook-timestamp is not within 5 minutes'],
    [
      'an unreadable timestamp',
      { ...signed, headers: { ...headers, 'webhook-timestamp': 'now' } },
      'webhook-timestamp is not within 5 minutes',
    ],
    [
      'no signature',
      { ...signed, headers: { ...headers, 'webhook-signature': '' } },
      'the header webhook-signature is missing',
    ],
  ])('is refused for %s', (_, request, problem) => {
    expect(problemOf(request, [secret])).toBe(problem)
  })

  it('is refused for another secret', () => {
    expect(problemOf(signed, [otherSecret])).toBe('no signature matches a secret')
  })
})

describe('webhook receiver stand-in', () => {
  it('lists deliveries newest first, counts the attempts of an event at each path, and keeps them', async () => {
    await deliver()
    await deliver({ path: '/hook/chat' })
    await deliver()
    await deliver({ id: 'event-2', body: 'not JSON' })
    await receiver.close()
    await start()
    expect(await deliveries()).toMatchObject([
      { id: 'event-2', type: '', attempt: 1, body: 'not JSON' },
      { id: 'event-1', type: 'member.removed', attempt: 2, path: '/hook' },
      { id: 'event-1', type: 'member.removed', attempt: 1, path: '/hook/chat' },
      { id: 'event-1', attempt: 1, path: '/hook', headers: { 'webhook-id': 'event-1' }, status: 200 },
    ])
  })

  it('keeps the last 200 deliveries', async () => {
    const store = new DeliveryStore(`${folder.path}/store`)
    for (let number = 1; number <= 201; number++)
      store.add({ path: '/hook', headers: { 'webhook-id': `event-${number}` }, body: '{}' })
    await store.close()
    const ids = store.list().map(({ id }) => id)
    expect(ids).toHaveLength(200)
    expect(ids.at(-1)).toBe('event-2')
  })

  it('verifies deliveries during the overlap of a rotation and after the secret is entered', async () => {
    await deliver()
    expect(await deliveries()).toMatchObject([{ verified: false, problem: 'No secret yet' }])
    expect((await put('/api/secrets', { secrets: [secret] })).status).toBe(200)
    expect(await deliveries()).toMatchObject([{ verified: true, problem: null }])

    await put('/api/secrets', { secrets: [otherSecret] })
    await deliver({ secrets: [secret, otherSecret] })
    await deliver()
    expect(await deliveries()).toMatchObject([
      { verified: false, problem: 'no signature matches a secret' },
      { verified: true },
      { verified: true },
    ])
  })

  it('answers with the chosen status, also after a restart', async () => {
    expect((await deliver()).status).toBe(200)
    await put('/api/answer', { status: 503 })
    await receiver.close()
    await start()
    const reply = await deliver()
    expect([reply.status, await reply.text()]).toEqual([503, 'This stand-in was told to answer 503.'])
    expect((await deliveries()).map(({ status }) => status)).toEqual([503, 200])
  })

  it('lists a delivery while its slow answer is pending', async () => {
    await put('/api/answer', { status: 200, delayMs: 60_000 })
    const sender = new AbortController()
    const pending = deliver({ signal: sender.signal }).then(
      () => 'answered',
      () => 'aborted',
    )
    await expect.poll(deliveries).toHaveLength(1)
    sender.abort()
    expect(await pending).toBe('aborted')
  })

  it.each([
    ['/api/answer', { status: 99 }],
    ['/api/answer', { status: 200, delayMs: -1 }],
    ['/api/secrets', { secrets: ['MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'] }],
    ['/api/secrets', {}],
  ])('refuses invalid input to %s: %j', async (path, body) => {
    expect((await put(path, body)).status).toBe(400)
  })

  it('shows deliveries with their signature, and takes secrets and an answer', async () => {
    const browser = new TestBrowser(origin)
    await deliver({ body: '{"type":"member.removed","subject":"<b>Ada</b>"}' })
    const home = await browser.visit('/')
    expect(home.text).toContain(`<code>${origin}/hook</code>`)
    expect(home.text).toContain('No secret yet')
    expect(home.text).toContain('  &quot;subject&quot;: &quot;&lt;b&gt;Ada&lt;/b&gt;&quot;')

    expect((await browser.submit(home, { secrets: 'secret' })).status).toBe(400)
    const verified = await browser.submit(home, { secrets: `${otherSecret} ${secret}` })
    expect(verified.text).toContain('<td>Verified</td>')
    await put('/api/secrets', { secrets: [otherSecret] })
    await deliver({ id: 'event-2' })
    const found = await browser.visit('/?search=event-2')
    expect(found.text).toContain('<td>Not verified: no signature matches a secret</td>')
    expect(found.text).not.toContain('event-1')

    expect((await browser.send('/answer', { preset: 'Answer 410' })).text).toContain(
      'The receiver answers 410.',
    )
    expect((await deliver()).status).toBe(410)
  })

  it('fails on request and keeps the calls for scripts available', async () => {
    await put('/api/failure', { mode: 'error' })
    expect((await deliver()).status).toBe(500)
    expect(await deliveries()).toEqual([])
  })
})
