/** An unavailable database causes a 503 within two seconds, and the API recovers when the database is back. */
import { connect, createServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { buildApp } from '../../app.ts'
import type { Database } from '../../db/database.ts'
import { openDatabase } from '../../db/open-database.ts'
import { useTestApp } from '../../testing/build-test-app.ts'
import { makePostgresDatabase, openTestDatabase } from '../../testing/open-test-database.ts'

const test = useTestApp()
const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function appOn(database: Database) {
  const app = await buildApp({ ...test.services, database })
  closers.push(() => app.close())
  return app
}

const requests = [
  { url: '/health/ready' },
  { url: '/whoami', headers: { cookie: 'portal_session=x' } },
  { method: 'POST' as const, url: '/complete-auth-connect', payload: { code: 'x' } },
]

/** The promised two seconds are measured by `npm run faults`. This limit leaves room for a busy machine. */
const busyMachineMs = 10_000

type App = Awaited<ReturnType<typeof appOn>>

/** Readiness keeps its last result for a moment. */
const expectReadiness = (app: App, status: number) =>
  expect
    .poll(async () => (await app.inject({ url: '/health/ready' })).statusCode, { timeout: busyMachineMs })
    .toBe(status)

async function expectUnavailable(app: App): Promise<void> {
  await expectReadiness(app, 503)
  for (const request of requests) {
    const began = performance.now()
    const response = await app.inject(request)
    expect(performance.now() - began, request.url).toBeLessThan(busyMachineMs)
    expect(response.statusCode, request.url).toBe(503)
    expect(response.json().error).toMatchObject({
      type: 'DatabaseUnavailable',
      message: 'The service cannot reach its database. Try again soon.',
    })
    expect(response.body).not.toMatch(/postgres|ECONN|select/i)
  }
  const login = await app.inject({ url: '/auth/login' })
  expect(login.headers.location).toBe('http://localhost:9000/sign-in-problem?reason=unavailable')
  expect((await app.inject({ url: '/health/live' })).statusCode).toBe(200)
}

it('the API answers 503 when its database connection has been closed', async () => {
  const database = await openTestDatabase()
  const app = await appOn(database)
  await database.close()
  await expectUnavailable(app)
})

describe('the API, when its connection to PostgreSQL fails,', () => {
  /** Puts a proxy between the API and its database that can stop listening or stop forwarding. */
  async function throughProxy() {
    const target = new URL(await makePostgresDatabase())
    const sockets = new Set<Socket>()
    let isSilent = false
    const server: Server = createServer((client) => {
      const upstream = connect(Number(target.port), target.hostname)
      for (const socket of [client, upstream]) {
        sockets.add(socket)
        socket.on('error', () => {})
      }
      client.on('data', (chunk) => isSilent || upstream.write(chunk))
      upstream.on('data', (chunk) => client.write(chunk))
      upstream.on('close', () => client.destroy())
      client.on('close', () => upstream.destroy())
    })
    const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    const goAway = () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(resolve))
    }
    await listen(0)
    const { port } = server.address() as { port: number }
    closers.push(goAway)
    const url = new URL(target)
    url.port = String(port)
    const database = await openDatabase({ databaseUrl: url.href })
    closers.push(() => database.close())
    return {
      app: await appOn(database),
      goAway,
      comeBack: () => listen(port),
      fallSilent: (silent: boolean) => {
        isSilent = silent
      },
    }
  }

  it('answers 503 while the database refuses connections, and recovers afterwards', async () => {
    const { app, goAway, comeBack } = await throughProxy()
    expect((await app.inject({ url: '/health/ready' })).statusCode).toBe(200)
    await goAway()
    await expectUnavailable(app)
    await comeBack()
    await expectReadiness(app, 200)
  })

  it('answers 503 while the database is unresponsive, and recovers afterwards', async () => {
    const { app, fallSilent, goAway, comeBack } = await throughProxy()
    expect((await app.inject({ url: '/health/ready' })).statusCode).toBe(200)
    fallSilent(true)
    await expectUnavailable(app)
    fallSilent(false)
    await goAway()
    await comeBack()
    await expectReadiness(app, 200)
  })
})
