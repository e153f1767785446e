/** The metrics, and the separate port that serves them. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { BillingRefusedError, BillingUnavailableError } from '../gateways/billing/billing.ts'
import { IdentityRefusedError, SignInError } from '../gateways/identity/identity.ts'
import { UndeliverableMailError } from '../gateways/mail/mail.ts'
import { serveMetrics } from '../http/logs/metrics-server.ts'
import { type JobHandlers, startJobs } from '../jobs/jobs.ts'
import { useTestApp } from '../testing/build-test-app.ts'
import { closeAtEnd } from '../testing/close-at-end.ts'
import { openTestDatabase } from '../testing/open-test-database.ts'
import { Metrics } from './metrics.ts'
import { observeGateway } from './observe-gateway.ts'
import { observeJobs } from './observe-jobs.ts'

const test = useTestApp()
let metrics: Metrics

beforeEach(() => {
  metrics = new Metrics()
})
afterEach(() => metrics.registry.clear())

/** Returns the value of a metric, given its name with labels. */
async function lineValue(line: string): Promise<number | undefined> {
  const text = await metrics.registry.metrics()
  const found = text.split('\n').find((one) => one.startsWith(`${line} `))
  return found === undefined ? undefined : Number(found.split(' ').at(-1))
}

it('the metrics count and time requests by call and status', async () => {
  const app = await buildApp(test.services, undefined, (created) => metrics.countRequests(created))
  await app.inject('/health/live')
  await app.inject('/health/live')
  await app.inject('/whoami')
  await app.inject('/nowhere?code=secret')
  await app.close()
  const count = (labels: string) => lineValue(`api_request_duration_seconds_count{${labels}}`)
  expect(await count('call="service.live",status="200"')).toBe(2)
  expect(await count('call="account.whoami",status="401"')).toBe(1)
  expect(await count('call="other",status="404"')).toBe(1)
  expect(await metrics.registry.metrics()).not.toContain('secret')
})

describe('the metric of an external service', () => {
  const failing = (error: Error) => ({
    isConfigured: true,
    ask: async () => {
      throw error
    },
    read: () => 'immediate',
  })
  const outcomes = async (error: Error) => {
    const gateway = observeGateway('billing', failing(error), ['read'], [metrics.observeCall])
    await expect(gateway.ask()).rejects.toBe(error)
    expect([gateway.isConfigured, gateway.read()]).toEqual([true, 'immediate'])
    const text = await metrics.registry.metrics()
    return /api_gateway_duration_seconds_count\{(.*)\} 1/.exec(text)?.[1]
  }

  it.each([
    new BillingUnavailableError(),
    Object.assign(new Error('Invalid login'), { code: 'EAUTH', responseCode: 535 }),
  ])(
    'has the outcome unavailable when the service is unreachable or refuses our credentials: %s',
    async (error) => {
      expect(await outcomes(error)).toBe('gateway="billing",method="ask",outcome="unavailable"')
    },
  )

  it.each([
    new SignInError('denied'),
    new UndeliverableMailError(550),
    new IdentityRefusedError(new Error('answered 400')),
    new BillingRefusedError(new Error('No such price')),
  ])('has the outcome refused when the service refuses the call: %s', async (error) => {
    expect(await outcomes(error)).toContain('outcome="refused"')
  })

  it('has the outcome ok by method, and leaves arguments and result unchanged', async () => {
    const target = { double: async (number: number) => number * 2 }
    const gateway = observeGateway('mail', target, [], [metrics.observeCall])
    expect(await gateway.double(21)).toBe(42)
    const labels = 'gateway="mail",method="double",outcome="ok"'
    expect(await lineValue(`api_gateway_duration_seconds_count{${labels}}`)).toBe(1)
  })
})

it('the metrics count jobs by outcome and report the queue depth', async () => {
  const database = await openTestDatabase()
  const handlers = {
    'billing.reconcile': async () => {},
    'mail.send': async () => {
      throw new Error('the mail server is unavailable')
    },
  } as Partial<JobHandlers> as JobHandlers
  const observed = observeJobs(handlers, [metrics.observeJob])
  const log = { error: () => {} }
  // Queued before the workers start, because a scheduled job could wait for the next poll.
  const queueing = await startJobs(database, observed, log, { isWorking: false })
  await queueing.send(database.orm, 'billing.reconcile', {})
  await queueing.sendMail(database.orm, 'account', { to: 'a@example.com', subject: '', text: '', html: '' })
  await queueing.stop()
  const jobs = await startJobs(database, observed, log)
  closeAtEnd(() => jobs.stop())
  metrics.watchQueue(jobs)
  const count = (labels: string) => lineValue(`api_job_duration_seconds_count{${labels}}`)
  await expect.poll(() => count('queue="mail.send",outcome="failed"'), { timeout: 20_000 }).toBe(1)
  await expect.poll(() => count('queue="billing.reconcile",outcome="ok"'), { timeout: 20_000 }).toBe(1)
  for (const state of ['ready', 'later', 'active', 'failed'])
    expect(await lineValue(`api_jobs{queue="mail.send",state="${state}"}`)).toEqual(expect.any(Number))
  expect(await lineValue('api_jobs_oldest_seconds{queue="mail.send"}')).toEqual(expect.any(Number))
  expect(await lineValue('api_jobs_parked{queue="mail.send"}')).toBe(0)
  metrics.registry.clear()
  metrics = new Metrics()
  const depth = () => Promise.reject(new Error('the database is unavailable'))
  metrics.watchQueue({ depth, silentSeconds: () => 42 })
  expect(await lineValue('api_jobs_silent_seconds')).toBe(42)
  expect(await metrics.registry.metrics()).toContain('process_cpu_seconds_total')
})

it('each scrape reads the job queue once and reports what it read', async () => {
  const counts = { ready: 0, later: 0, active: 0, failed: 0 }
  let reads = 0
  const depth = async () => {
    reads += 1
    return [{ name: 'mail.send', counts: { ...counts, ready: reads }, parked: reads, waitingSeconds: reads }]
  }
  metrics.watchQueue({ depth, silentSeconds: () => 0 })
  for (const scrape of [1, 2]) {
    const text = await metrics.registry.metrics()
    expect(text).toContain(`api_jobs{queue="mail.send",state="ready"} ${scrape}\n`)
    expect(text).toContain(`api_jobs_oldest_seconds{queue="mail.send"} ${scrape}\n`)
    expect(text).toContain(`api_jobs_parked{queue="mail.send"} ${scrape}\n`)
  }
  expect(reads).toBe(2)
})

it('the metrics report the connections of the pool', async () => {
  metrics.watchPool(() => test.database.poolState())
  await test.database.ping(5_000)
  const inUse = await lineValue('api_database_connections{state="in use"}')
  expect(inUse).toBe(0)
})

it('the metrics server serves only /metrics', async () => {
  const config = readConfig({ METRICS_PORT: '0' })
  const server = await serveMetrics(metrics.registry, config)
  const reply = await fetch(`${server.url}/metrics`)
  expect(reply.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  expect(await reply.text()).toContain('nodejs_eventloop_lag_seconds')
  expect((await fetch(`${server.url}/`)).status).toBe(404)
  await server.close()
})

it('the metrics server answers 500 when the metrics cannot be read', async () => {
  const broken = { contentType: 'text/plain', metrics: async () => Promise.reject(new Error('broken')) }
  const server = await serveMetrics(broken, readConfig({ METRICS_PORT: '0' }))
  expect((await fetch(`${server.url}/metrics`)).status).toBe(500)
  await server.close()
})

it('the metrics server closes while a request is pending', async () => {
  const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>()
  const metrics = () => {
    arrive()
    return new Promise<string>(() => {})
  }
  const server = await serveMetrics({ contentType: 'text/plain', metrics }, readConfig({ METRICS_PORT: '0' }))
  const request = expect(fetch(`${server.url}/metrics`)).rejects.toThrow()
  await arrival
  await server.close()
  await request
})

it('the metrics server does not start when its port is in use', async () => {
  const server = await serveMetrics(metrics.registry, readConfig({ METRICS_PORT: '0' }))
  const config = readConfig({ METRICS_PORT: new URL(server.url).port })
  await expect(serveMetrics(metrics.registry, config)).rejects.toThrow('EADDRINUSE')
  await server.close()
})
