import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { StandIn } from '../serving/stand-in-server.ts'
import { temporaryFolder } from '../serving/testing/temporary-folder.ts'
import { buildAnalytics } from './build-analytics.ts'
import type { AnalyticsEvent } from './event-store.ts'

let folder: { path: string; remove: () => Promise<void> }
let analytics: StandIn
let origin: string

async function start(): Promise<void> {
  analytics = await buildAnalytics({ port: 0, dataFolder: folder.path })
  origin = await analytics.listen()
}

beforeEach(async () => {
  folder = await temporaryFolder()
  await start()
})
afterEach(async () => {
  await analytics.close()
  await folder.remove()
})

const event = (name: string, more: object = {}) => ({
  event: name,
  properties: { distinct_id: 'U1', token: 'phc_local' },
  ...more,
})

const post = (path: string, body: NonNullable<RequestInit['body']>, headers: Record<string, string> = {}) =>
  fetch(origin + path, { method: 'POST', body, headers })

async function events(query = ''): Promise<AnalyticsEvent[]> {
  return (await (await fetch(`${origin}/api/events${query}`)).json()) as AnalyticsEvent[]
}

const put = (path: string, body: unknown) =>
  fetch(origin + path, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

async function flagsOf(distinctId: string): Promise<Record<string, { enabled: boolean; variant?: string }>> {
  const reply = await post('/flags/?v=2', JSON.stringify({ token: 'phc_local', distinct_id: distinctId }))
  return ((await reply.json()) as { flags: Record<string, { enabled: boolean }> }).flags
}

describe('events', () => {
  const json = JSON.stringify(event('$pageview'))
  const base64 = Buffer.from(json).toString('base64')

  it.each<[string, string, NonNullable<RequestInit['body']>, Record<string, string>]>([
    ['JSON', '/e/?ip=0', json, { 'content-type': 'application/json' }],
    [
      'gzip without a header that announces it',
      '/i/v0/e/?compression=gzip-js',
      gzipSync(json),
      { 'content-type': 'text/plain' },
    ],
    [
      'gzip with its header',
      '/batch/',
      gzipSync(json),
      { 'content-encoding': 'gzip', 'content-type': 'application/json' },
    ],
    [
      'a form in base64',
      '/e/?compression=base64',
      `data=${encodeURIComponent(base64)}`,
      { 'content-type': 'application/x-www-form-urlencoded' },
    ],
    [
      'a beacon',
      '/e/?_=1&beacon=1',
      new Blob([`data=${encodeURIComponent(base64)}`], { type: 'text/plain' }),
      {},
    ],
    ['JSON without a type', '/capture', json, {}],
  ])('come as %s', async (_, path, body, headers) => {
    const reply = await post(path, body, headers)
    expect(reply.status).toBe(200)
    expect(await events()).toMatchObject([
      { event: '$pageview', distinct_id: 'U1', properties: { token: 'phc_local' } },
    ])
  })

  it('come in lists and batches, and are listed newest first and by name', async () => {
    await post('/e/', JSON.stringify([event('one'), event('two')]))
    await post(
      '/batch/',
      JSON.stringify({ api_key: 'phc_local', batch: [{ ...event('$exception'), distinct_id: 'U2' }] }),
    )
    expect((await events()).map((one) => one.event)).toEqual(['$exception', 'two', 'one'])
    expect(await events('?event=two')).toHaveLength(1)
    expect(await events('?event=tw')).toHaveLength(0)
    expect((await events('?event=$exception'))[0]).toMatchObject({ distinct_id: 'U2', path: '/batch/' })
  })

  it('are counted once when they are sent again', async () => {
    const body = JSON.stringify(event('one', { uuid: 'A' }))
    await post('/e/', body)
    await post('/e/', body)
    expect(await events()).toHaveLength(1)
  })

  it('exclude recordings, and invalid bodies are ignored', async () => {
    await post(
      '/s/',
      JSON.stringify({ event: '$snapshot', properties: { $snapshot_data: ['x'], distinct_id: 'U1' } }),
    )
    for (const body of ['', 'nonsense', '[1,null]', gzipSync('x').subarray(0, 12)])
      expect((await post('/e/', body)).status).toBe(200)
    const [only, ...more] = await events()
    expect(only).toMatchObject({ event: '$snapshot', path: '/s/' })
    expect(only?.properties).not.toHaveProperty('$snapshot_data')
    expect(more).toEqual([])
  })

  it('are kept across a restart until they are deleted, up to the newest 5,000', async () => {
    const many = Array.from({ length: 5_010 }, (_, at) => event(`event-${at}`))
    await post('/batch/', JSON.stringify({ batch: many }))
    await analytics.close()
    await start()
    const kept = await events()
    expect(kept).toHaveLength(5_000)
    expect(kept.at(-1)?.event).toBe('event-10')
    expect((await fetch(`${origin}/api/events`, { method: 'DELETE' })).status).toBe(204)
    await analytics.close()
    await start()
    expect(await events()).toEqual([])
  })
})

describe('flags', () => {
  it('are empty until they are set, for all users or for one', async () => {
    expect(await flagsOf('U1')).toEqual({})
    await put('/api/flags', { ADMIN_PAGE: true, APPROVALS_OPT_IN_OUT: false })
    await put('/api/flags', { userId: 'U2', flags: { APPROVALS_OPT_IN_OUT: 'variant-a' } })
    expect(await flagsOf('U1')).toMatchObject({
      ADMIN_PAGE: { key: 'ADMIN_PAGE', enabled: true },
      APPROVALS_OPT_IN_OUT: { enabled: false },
    })
    expect((await flagsOf('U2')).APPROVALS_OPT_IN_OUT).toMatchObject({ enabled: true, variant: 'variant-a' })
    await analytics.close()
    await start()
    expect((await flagsOf('U2')).ADMIN_PAGE?.enabled).toBe(true)
    await put('/api/flags', { userId: 'U2', flags: {} })
    expect(await flagsOf('U2')).toEqual(await flagsOf('U1'))
  })

  it.each([[{ ADMIN_PAGE: 1 }], [[]], [{ userId: 'U1' }], [{ userId: 'U1', flags: { A: null } }]])(
    'refuse %j',
    async (body) => {
      expect((await put('/api/flags', body)).status).toBe(400)
    },
  )

  it('need the public key', async () => {
    expect((await post('/flags/?v=2', JSON.stringify({ distinct_id: 'U1' }))).status).toBe(401)
  })
})

describe('other requests of the browser’s client', () => {
  it.each([
    ['/array/phc_local/config?ip=0', 'application/json', '"hasFeatureFlags":true'],
    ['/array/phc_local/config.js', 'text/javascript', 'all["phc_local"]={config:{"token":"phc_local"'],
    ['/static/surveys.js?v=1.449.2', 'text/javascript', 'not served'],
    ['/static/1.449.2/recorder.js', 'text/javascript', 'not served'],
    ['/api/surveys/?token=phc_local', 'application/json', '"surveys":[]'],
    ['/api/web_experiments/?token=phc_local', 'application/json', '"experiments":[]'],
    ['/api/early_access_features/?token=phc_local', 'application/json', '[]'],
  ])('answers %s to any origin', async (path, type, text) => {
    const reply = await fetch(origin + path, { headers: { origin: 'http://localhost:9000' } })
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-type')).toContain(type)
    expect(reply.headers.get('access-control-allow-origin')).toBe('http://localhost:9000')
    expect(await reply.text()).toContain(text)
  })

  it('escapes the name of a script', async () => {
    const reply = await fetch(`${origin}/array/${encodeURIComponent('"</script><script>')}/config.js`)
    expect(await reply.text()).not.toContain('<script')
  })

  it('answers preflights', async () => {
    const reply = await fetch(`${origin}/e/`, {
      method: 'OPTIONS',
      headers: {
        origin: 'http://localhost:9000',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    })
    expect(reply.status).toBe(204)
    expect(reply.headers.get('access-control-allow-headers')).toBe('content-type')
  })
})

it('simulates failures, including below /api, but never for scripts', async () => {
  await put('/api/failure', { mode: 'error' })
  for (const path of ['/api/surveys/', '/array/phc_local/config'])
    expect((await fetch(origin + path, { headers: { origin: 'http://x.example' } })).status).toBe(500)
  const refused = await fetch(`${origin}/flags/`, { method: 'POST', headers: { origin: 'http://x.example' } })
  expect(refused.headers.get('access-control-allow-origin')).toBe('http://x.example')
  expect((await fetch(`${origin}/api/events`)).status).toBe(200)
  await put('/api/failure', { mode: 'none' })
  expect((await fetch(`${origin}/api/surveys/`)).status).toBe(200)
})

it('shows new events, filtered, with escaped contents', async () => {
  await post('/e/', JSON.stringify(event('ap-<b>', { properties: { distinct_id: 'U1', routeName: '<i>' } })))
  await post('/e/', JSON.stringify(event('$pageview')))
  const page = await (await fetch(`${origin}/?search=AP-`)).text()
  expect(page).toContain('ap-&lt;b&gt;')
  expect(page).toContain('&lt;i&gt;')
  expect(page).not.toContain('$pageview')
})
