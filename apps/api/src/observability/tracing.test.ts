/** Traces reach a configured collector, and cost nothing without one. See docs/product/analytics.md#tracing. */
import { execFile } from 'node:child_process'
import { get } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { tokens } from '@portal/contract/tokens/tokens'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { ulid } from 'ulid'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { TestApp, useTestApp } from '../testing/build-test-app.ts'
import { makeWorkspace } from '../testing/factories.ts'
import { makeSignedIn } from '../testing/make-signed-in.ts'
import { type OtlpReceiver, startOtlpReceiver } from '../testing/otlp-receiver.ts'
import { observeGateway } from './observe-gateway.ts'
import { openTracing } from './open-tracing.ts'
import type { Tracing } from './tracing.ts'

const test = useTestApp()
/** The browser marks its spans as not sampled in the last two digits. */
const browser = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' }
const traceparent = `00-${browser.traceId}-${browser.spanId}-00`

let receiver: OtlpReceiver
let tracing: Tracing
let traced: TestApp
let observed: Tracing['observeStatement'] | undefined
const said: string[] = []

/** Observes the database once, for the current tracing. */
function observeDatabase(): void {
  if (!observed) test.database.observe((statement, run) => (observed ?? ((_, go) => go()))(statement, run))
  observed = tracing.observeStatement
}

async function begin(environment: Record<string, string> = {}): Promise<FastifyInstance> {
  const config = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, ...environment })
  const opened = await openTracing(config, { warn: (_, message) => said.push(message) })
  if (!opened) throw new Error('tracing was not opened')
  tracing = opened
  observeDatabase()
  const identity = observeGateway('identity', test.identity, [], [tracing.observeCall])
  const app = await buildApp({ ...test.services, identity }, undefined, tracing.traceRequests.bind(tracing))
  traced = Object.assign(new TestApp(), { ...test, app })
  return app
}

describe('tracing with a collector', () => {
  beforeEach(async () => {
    said.length = 0
    receiver = await startOtlpReceiver()
  })
  afterEach(async () => {
    observed = async (_, run) => run()
    await traced.app.close()
    await receiver.close()
  })

  it("adds a request and its statements to the browser's trace, with its ulid and without personal data", async () => {
    await begin({
      OTEL_SERVICE_NAME: 'portal',
      OTEL_EXPORTER_OTLP_HEADERS: 'x-team=a%20team, api-key=secret',
    })
    const me = await makeSignedIn(test)
    const workspace = await makeWorkspace(test.database, me.user)
    const requestUlid = ulid()
    const reply = await traced.send(
      tokens.create,
      { params: { workspaceId: workspace.id }, body: { name: 'Traced token', expiration: '1d' } },
      { session: me.session, headers: { traceparent, 'request-ulid': requestUlid } },
    )
    expect(reply.status).toBe(200)
    await tracing.close()
    const { spans } = receiver
    expect(spans.every(({ traceId, service }) => traceId === browser.traceId && service === 'portal')).toBe(
      true,
    )
    const request = spans.find(({ name }) => name === 'tokens.create')
    expect(request).toMatchObject({
      parentSpanId: browser.spanId,
      isError: false,
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/workspaces/:workspaceId/authTokens',
        'http.response.status_code': 200,
        'si.request.ulid': requestUlid,
        'si.workspace.id': workspace.id,
      },
    })
    const statements = spans.filter(({ name }) => name.startsWith('db '))
    expect(statements.every(({ parentSpanId }) => parentSpanId === request?.spanId)).toBe(true)
    const operations = statements.map(({ attributes }) => attributes['db.operation.name'])
    expect(operations).toEqual(expect.arrayContaining(['select', 'insert']))
    expect(receiver.headers).toMatchObject({ 'x-team': 'a team', 'api-key': 'secret' })
    const text = JSON.stringify(spans)
    for (const value of ['Traced token', me.user.email, me.session, reply.body.token])
      expect(text).not.toContain(value)
  })

  it('adds a span for a preflight, which no route answers', async () => {
    await begin()
    const headers = { origin: test.config.PORTAL_URL, 'access-control-request-method': 'PATCH' }
    await traced.app.inject({ method: 'OPTIONS', url: '/whoami', headers })
    await tracing.close()
    expect(receiver.spans).toMatchObject([{ attributes: { 'http.request.method': 'OPTIONS' } }])
  })

  it('keeps the spans of concurrent requests apart', async () => {
    await begin()
    const people = await Promise.all(Array.from({ length: 20 }, () => makeSignedIn(test)))
    const traceIds = people.map((_, at) => (at + 1).toString(16).padStart(32, '0'))
    await Promise.all(
      people.map(({ session }, at) =>
        traced.send(
          workspaces.create,
          { body: { displayName: `Of ${at}`, instanceUrl: 'http://localhost:8080' } },
          { session, headers: { traceparent: `00-${traceIds[at]}-${browser.spanId}-00` } },
        ),
      ),
    )
    await tracing.close()
    const requests = receiver.spans.filter(({ name }) => name === 'workspaces.create')
    expect(requests.map(({ traceId }) => traceId).sort()).toEqual(traceIds.toSorted())
    for (const { spanId, traceId } of requests) {
      const below = receiver.spans.filter(({ parentSpanId }) => parentSpanId === spanId)
      expect(below.every((span) => span.traceId === traceId)).toBe(true)
      expect(below.filter(({ name }) => name.startsWith('db insert'))).not.toEqual([])
    }
  })

  it('adds a span for each call to an external service, with the error type but not its message', async () => {
    await begin()
    test.identity.isAway = true
    const response = await traced.app.inject({ url: '/auth/login', headers: { traceparent } })
    expect(response.statusCode).toBe(302)
    await tracing.close()
    const outgoing = receiver.spans.find(({ name }) => name === 'identity authorizationUrl')
    expect(outgoing).toMatchObject({
      traceId: browser.traceId,
      isError: true,
      attributes: { 'peer.service': 'identity', 'error.type': 'IdentityUnavailableError' },
    })
  })

  it('adds a span with only the host for each outgoing HTTP request, and none for exports', async () => {
    await begin()
    const service = await startOtlpReceiver()
    const { host } = new URL(service.url)
    await tracing.observeCall({ gateway: 'identity', method: 'readProfile' }, async () => {
      await (await fetch(`${service.url}/users/secret-id`)).text()
      await new Promise((resolve) =>
        get(`${service.url}/users/secret-id`, (reply) => reply.resume().once('end', resolve)),
      )
      await service.close()
      await expect(fetch(service.url)).rejects.toThrow()
    })
    await tracing.close()
    const call = receiver.spans.find(({ name }) => name === 'identity readProfile')
    const below = receiver.spans.filter(({ parentSpanId }) => parentSpanId === call?.spanId)
    expect(below.map(({ name, isError }) => [name, isError])).toEqual([
      [`GET ${host}`, false],
      [`GET ${host}`, false],
      [`GET ${host}`, true],
    ])
    expect(below[0]?.attributes).toMatchObject({ 'http.response.status_code': 200 })
    expect(receiver.spans).toHaveLength(4)
    expect(JSON.stringify(receiver.spans)).not.toContain('secret-id')
  })

  it('starts a separate trace for each job, with its statements', async () => {
    await begin()
    await tracing.observeJob('mail.send', async () => {
      await test.database.orm.execute(sql`select 1`)
    })
    await tracing.close()
    const job = receiver.spans.find(({ name }) => name === 'job mail.send')
    expect(job?.parentSpanId).toBeUndefined()
    expect(receiver.spans.find(({ name }) => name === 'db select')?.parentSpanId).toBe(job?.spanId)
  })

  it('exports nothing at a sampling rate of 0, and does not affect requests while the collector is unavailable', async () => {
    await begin({ OTEL_TRACES_SAMPLER_ARG: '0' })
    expect((await traced.app.inject('/health/live')).statusCode).toBe(200)
    await tracing.close()
    expect(receiver.spans).toEqual([])
    await traced.app.close()

    await begin({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })
    expect((await traced.app.inject('/health/live')).statusCode).toBe(200)
    await tracing.close()
    expect(said).toEqual(['traces did not reach the collector'])
  })
})

it('the OpenTelemetry SDK is not loaded without a collector', async () => {
  // The metrics library loads only the API package, which does nothing.
  const source = (name: string) => pathToFileURL(join(import.meta.dirname, '..', name)).href
  const script = `
    import { registerHooks } from 'node:module'
    const loaded = []
    registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context) } })
    await import(${JSON.stringify(source('app.ts'))})
    await import(${JSON.stringify(source('observability/metrics.ts'))})
    const { openTracing } = await import(${JSON.stringify(source('observability/open-tracing.ts'))})
    const { readConfig } = await import(${JSON.stringify(source('config.ts'))})
    const tracing = await openTracing(readConfig({}), { warn() {} })
    console.log(JSON.stringify([tracing ?? null, loaded.filter((url) => /opentelemetry\\/(?!api\\/)/.test(url)), loaded.length > 100]))
  `
  const run = promisify(execFile)
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script])
  expect(JSON.parse(stdout)).toEqual([null, [], true])
})
