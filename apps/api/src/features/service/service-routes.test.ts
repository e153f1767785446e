import { account } from '@portal/contract/account/account'
import { service } from '@portal/contract/service/service'
import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import { makeSignedIn } from '../../testing/make-signed-in.ts'
import { allCallers, badCredentials, ok, pausedTokens, tokensOnly } from '../../testing/outcome-groups.ts'
import { testOutcomes } from '../../testing/test-outcomes.ts'

const test = useTestApp()
const renamed = useTestApp({ PRODUCT_NAME: 'Other Product', API_URL: 'http://localhost:7001' })

let ping: typeof test.database.ping | undefined
afterEach(() => {
  if (ping) test.database.ping = ping
  ping = undefined
})

describe('Health', () => {
  it('is live and ready while the database responds', async () => {
    expect((await test.send(service.live, {})).body).toEqual({ status: 'ok' })
    expect((await test.send(service.ready, {})).body).toEqual({ status: 'ok' })
  })

  it('is live but not ready while the database does not respond', async () => {
    // The previous result is reused for 250 ms.
    test.clockOffsetMs = 1_000
    ping = test.database.ping
    test.database.ping = async (timeoutMs) => {
      expect(timeoutMs).toBeLessThanOrEqual(2_000)
      throw Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:5432'), { code: 'ECONNREFUSED' })
    }
    expect((await test.send(service.live, {})).status).toBe(200)
    const reply = await test.send(service.ready, {})
    expect(reply.status).toBeGreaterThanOrEqual(500)
    expect(JSON.stringify(reply.error)).not.toMatch(/10\.0\.0\.1|ECONN/)
  })

  it('is not ready while the job queue does not answer this process', async () => {
    test.clockOffsetMs = 2_000
    test.queueSilentSeconds = 60
    expect((await test.send(service.ready, {})).status).toBe(200)
    test.queueSilentSeconds = 61
    const reply = await test.send(service.ready, {})
    expect(reply.status).toBe(503)
    expect(reply.error?.message).toBe('The job queue does not answer this process.')
    expect((await test.send(service.live, {})).status).toBe(200)
  })

  it('is ready while users keep every connection for requests busy', async () => {
    // The previous result is reused for 250 ms.
    test.clockOffsetMs = 3_000
    const me = await makeSignedIn(test)
    const { upkeep, transaction, poolState } = test.database
    const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const lock = upkeep.transaction(async (tx) => {
      await tx.execute(sql`lock table sessions`)
      locked.resolve()
      await released.promise
    })
    await locked.promise
    // Waits for the lock on the connection that reads share.
    const read = test.send(account.whoami, {}, me)
    const writes = Array.from({ length: 4 }, () => transaction(() => released.promise))
    try {
      await expect.poll(poolState).toEqual({ total: 5, idle: 0, waiting: 0 })
      expect((await test.send(service.ready, {})).status).toBe(200)
      expect(poolState()).toEqual({ total: 5, idle: 0, waiting: 0 })
    } finally {
      released.resolve()
      await Promise.all([lock, ...writes])
    }
    expect((await read).status).toBe(200)
  })
})

it('GET / returns the configured product name and the URL of the API documentation', async () => {
  expect((await renamed.send(service.root, {})).body).toMatchObject({
    name: 'Other Product auth API',
    documentation: 'http://localhost:7001/docs',
  })
})

it('GET /.well-known/jwks.json may be cached and contains no private key', async () => {
  const reply = await test.send(service.publicKeys, {})
  expect(reply.headers['cache-control']).toBe('public, max-age=300')
  expect(reply.body.keys.length).toBeGreaterThan(0)
  for (const key of reply.body.keys) {
    expect(key).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig', kid: expect.any(String) })
    expect(key).not.toHaveProperty('d')
  }
})

testOutcomes(test, service, {
  root: { ...tokensOnly(badCredentials), ...pausedTokens, allOthers: ok },
  live: allCallers(ok),
  ready: allCallers(ok),
  publicKeys: allCallers(ok),
})
