/** A route's prefetch runs in parallel with the guard's session query. Only the handler of a permitted call gets its data. */

import { personReads } from '@portal/contract/access'
import { endpoint } from '@portal/contract/endpoint'
import Fastify from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { afterEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { readConfig } from '../config.ts'
import { AccountShares } from './account-shares.ts'
import type { Authenticator, Caller, Prefetch } from './caller.ts'
import { handleErrors } from './errors.ts'
import { Refusal } from './refusal.ts'
import { replyCompiler } from './reply-text.ts'
import { hashOf } from './secrets.ts'
import { Server } from './serve.ts'

const call = endpoint({
  name: 'things.list',
  method: 'GET',
  path: '/things',
  access: personReads({ credentials: ['session', 'api'], terms: 'any' }),
  query: z.object({ limit: z.optional(z.string()) }),
  success: { status: 200, body: z.object({ source: z.string() }) },
  summary: 'Things.',
  docs: 'docs/product/errors.md#answers',
})

const caller = { kind: 'session', person: { id: 'me', emailVerified: true } } as Caller
const app = { close: async () => {} }
afterEach(() => app.close())

interface Parts {
  authenticator?: Partial<Authenticator>
  environment?: Record<string, string>
  token?: string
}

async function build(prefetch: Prefetch<string>, parts: Parts) {
  const config = readConfig(parts.environment ?? {})
  const fastify = Fastify()
  app.close = () => fastify.close()
  fastify.setValidatorCompiler(validatorCompiler)
  fastify.setSerializerCompiler(replyCompiler)
  handleErrors(fastify, config)
  await fastify.register((await import('@fastify/cookie')).default)
  const authenticator: Authenticator = {
    fromSession: async () => caller,
    fromToken: async () => ({ ...caller, kind: 'api' }),
    isStaff: () => false,
    needsTosUpdate: () => false,
    ...parts.authenticator,
  }
  const take = async () => {}
  const limiter = { takeForAddress: take, takeForAccount: take, takeInvalid: take }
  const server = new Server(fastify, {
    config,
    authenticator,
    shares: new AccountShares(() => {}),
    limiter,
    now: () => new Date(),
  })
  server.serve(call, { prefetch }, async ({ prefetched = 'handler' }) => ({ source: prefetched }))
  const headers: Record<string, string> =
    parts.token === undefined
      ? { cookie: 'portal_session=secret' }
      : { authorization: `Bearer ${parts.token}` }
  return async () => {
    const response = await fastify.inject({ url: '/things', query: { limit: '7' }, headers })
    return { status: response.statusCode, body: response.json() }
  }
}

/** Sends a request with a credential that the server has accepted before. */
async function request(prefetch: Prefetch<string>, parts: Parts = {}) {
  let isAccepted = false
  const { fromSession } = parts.authenticator ?? {}
  const authenticator: Partial<Authenticator> = {
    ...parts.authenticator,
    fromSession: async (lookUp) => (isAccepted && fromSession ? fromSession(lookUp) : caller),
  }
  const send = await build((lookUp) => prefetch(lookUp), { ...parts, authenticator })
  await send()
  isAccepted = true
  return send()
}

const refuse = async () => {
  throw new Refusal('SessionEnded', 'The session has ended.')
}

describe('a prefetch', () => {
  it('passes its data to the handler', async () => {
    const prefetch = vi.fn(async () => 'prefetch')
    expect(await request(prefetch)).toEqual({ status: 200, body: { source: 'prefetch' } })
    expect(prefetch).toHaveBeenCalledWith(
      expect.objectContaining({ sessionHash: hashOf('secret'), query: { limit: '7' } }),
    )
  })

  it('does not run for a credential that the server has not accepted yet', async () => {
    const prefetch = vi.fn(async () => 'prefetch')
    const send = await build(prefetch, {})
    expect((await send()).body).toEqual({ source: 'handler' })
    expect(prefetch).not.toHaveBeenCalled()
    expect((await send()).body).toEqual({ source: 'prefetch' })
  })

  it('starts before the session query is answered', async () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const fromSession = async () => {
      await promise
      return caller
    }
    const prefetch = async () => {
      resolve('started')
      return 'prefetch'
    }
    expect((await request(prefetch, { authenticator: { fromSession } })).status).toBe(200)
  })

  it('is dropped when the guard refuses the call, even if the prefetch fails', async () => {
    const failing = async () => {
      throw new Error('The list failed.')
    }
    for (const prefetch of [async () => 'prefetch', failing])
      expect(await request(prefetch, { authenticator: { fromSession: refuse } })).toMatchObject({
        status: 401,
        body: { kind: 'SessionEnded' },
      })
  })

  it('keeps the place of a refused call until it has ended', async () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const prefetch = vi.fn(() => promise)
    const fromSession = vi.fn(async () => caller)
    const send = await build(prefetch, { authenticator: { fromSession } })
    await send()
    // Unlike a refused credential, a refused call leaves the credential in its lane.
    fromSession.mockImplementation(async () => {
      throw new Refusal('AccountSuspended', 'The account is paused.')
    })
    for (let at = 0; at < 2; at += 1) expect((await send()).status).toBe(403)
    const third = send()
    await new Promise((wait) => setImmediate(wait))
    expect(prefetch).toHaveBeenCalledTimes(2)
    resolve('prefetch')
    expect((await third).status).toBe(403)
    expect(prefetch).toHaveBeenCalledTimes(3)
  })

  it('that fails makes a permitted call fail', async () => {
    const failing = async () => {
      throw new Refusal('DatabaseUnavailable', 'The database is unavailable.')
    }
    expect(await request(failing)).toMatchObject({ status: 503, body: { kind: 'DatabaseUnavailable' } })
  })

  it('that returns undefined leaves the read to the handler', async () => {
    expect(await request(() => undefined)).toEqual({ status: 200, body: { source: 'handler' } })
  })

  it('does not run with a token', async () => {
    const prefetch = vi.fn(async () => 'prefetch')
    expect(await request(prefetch, { token: 'x' })).toEqual({ status: 200, body: { source: 'handler' } })
    expect(prefetch).not.toHaveBeenCalled()
  })
})
