import { setTimeout as nextTimers } from 'node:timers/promises'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import Fastify, { type FastifyInstance } from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { useTestApp } from '../testing/build-test-app.ts'
import { handleErrors } from './errors/errors.ts'
import { shedLoad } from './overload.ts'

const test = useTestApp()

async function buildBusy(waiting: number, maxEventLoopDelayMs: number, settleMs = 0) {
  const app: FastifyInstance = Fastify()
  onTestFinished(() => app.close())
  const shed: string[] = []
  handleErrors(app, test.config)
  const watched = { poolState: () => ({ total: 2, waiting }), onShed: (reason: string) => shed.push(reason) }
  await shedLoad(app, watched, { maxEventLoopDelayMs, maxWaitingPerConnection: 10, settleMs })
  app.get('/whoami', async () => ({ ok: true }))
  app.get('/workspaces/:workspaceId/go', { config: { call: workspaces.go } }, async () => undefined)
  app.get('/health/live', async () => ({ ok: true }))
  await app.ready()
  return { app, shed }
}

it('a request is shed with 503 and Retry-After while too many statements wait for a connection', async () => {
  const { app, shed } = await buildBusy(21, 0)
  const reply = await app.inject('/whoami')
  expect(reply.statusCode).toBe(503)
  expect(reply.json()).toMatchObject({ kind: 'ServiceOverloaded' })
  expect(reply.headers['retry-after']).toBe('2')
  expect(shed).toEqual(['connections'])
  expect((await app.inject('/health/live')).statusCode).toBe(200)
})

it('a shed navigation leads to the page that asks the user to try again', async () => {
  const { app } = await buildBusy(21, 0)
  const reply = await app.inject('/workspaces/W1/go')
  expect(reply.statusCode).toBe(302)
  expect(reply.headers.location).toBe(`${test.config.PORTAL_URL}/sign-in-problem?reason=unavailable`)
})

it('no request is shed while few statements wait', async () => {
  const { app, shed } = await buildBusy(20, 0)
  expect((await app.inject('/whoami')).statusCode).toBe(200)
  expect(shed).toEqual([])
})

function block(ms: number): void {
  const endsAt = performance.now() + ms
  while (performance.now() < endsAt);
}

/** Keeps the event loop busy until the returned function is called. */
function blockLoop() {
  const blocking = setInterval(() => block(200), 1)
  return () => clearInterval(blocking)
}

it('requests are shed while the event loop is blocked, and served again afterwards', async () => {
  const { app, shed } = await buildBusy(0, 50)
  const unblock = blockLoop()
  const status = async () => (await app.inject('/whoami')).statusCode
  try {
    await expect.poll(status, { timeout: 20_000, interval: 20 }).toBe(503)
  } finally {
    unblock()
  }
  expect(shed).toContain('event-loop')
  await expect.poll(status, { timeout: 20_000, interval: 20 }).toBe(200)
})

it('no request is shed after a single delay of the event loop', async () => {
  const { app, shed } = await buildBusy(0, 50)
  block(400)
  await nextTimers()
  expect((await app.inject('/whoami')).statusCode).toBe(200)
  expect(shed).toEqual([])
})

it('no request is shed after delays of the event loop that are shorter than the limit', async () => {
  const { app, shed } = await buildBusy(0, 60_000)
  for (let blocks = 0; blocks < 2; blocks += 1) {
    block(1_050)
    await nextTimers()
  }
  expect((await app.inject('/whoami')).statusCode).toBe(200)
  expect(shed).toEqual([])
})

it('no request is shed because of the event loop while a process is new', async () => {
  const { app, shed } = await buildBusy(0, 50, 60_000)
  const unblock = blockLoop()
  try {
    await expect.poll(() => app.isUnderPressure(), { timeout: 20_000, interval: 20 }).toBe(true)
    expect((await app.inject('/whoami')).statusCode).toBe(200)
  } finally {
    unblock()
  }
  expect(shed).toEqual([])
})
