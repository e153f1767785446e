import { publicAccess } from '@portal/contract/access'
import { endpoint } from '@portal/contract/endpoint'
import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { afterEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { readConfig } from '../config.ts'
import type { Authenticator, Caller } from '../guard/caller.ts'
import { CallerSlots } from '../guard/caller-slots.ts'
import { handleErrors } from './errors/errors.ts'
import { Refusal } from './errors/refusal.ts'
import { Server } from './serve.ts'

const call = endpoint({
  name: 'thing.read',
  method: 'GET',
  path: '/things/:id',
  access: publicAccess,
  params: z.object({ id: z.string() }),
  success: { status: 200, body: z.object({ id: z.string(), inner: z.object({ at: z.number() }) }) },
  errors: ['Conflict'],
  summary: 'A thing.',
  docs: 'docs/product/errors.md#answers',
})

const production = {
  NODE_ENV: 'production',
  API_URL: 'https://auth.example.com',
  PORTAL_URL: 'https://portal.example.com',
  OIDC_ISSUER: 'https://id.example.com/',
  OIDC_CLIENT_SECRET: 'secret',
  AUTH0_MANAGEMENT_CLIENT_SECRET: 'secret',
  SIGNING_KEY: JSON.stringify({ kty: 'EC', crv: 'P-256', x: 'x', y: 'y', d: 'd' }),
  SMTP_URL: 'smtps://mail.example.com',
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  STRIPE_API_URL: 'https://api.stripe.com',
  COOKIE_DOMAIN: 'example.com',
}

const app = { close: async () => {} }
afterEach(() => app.close())

function buildServer(environment: Record<string, string> = {}) {
  const config = readConfig(environment)
  const fastify = Fastify()
  app.close = () => fastify.close()
  fastify.setValidatorCompiler(validatorCompiler)
  fastify.setSerializerCompiler(serializerCompiler)
  handleErrors(fastify, config)
  const neverCalled = async () => {
    throw new Error('not asked')
  }
  const authenticator: Authenticator = {
    fromSession: async () => ({ kind: 'session', person: { id: 'me', emailVerified: true } }) as Caller,
    fromToken: neverCalled,
    isStaff: () => false,
    needsTosUpdate: () => false,
  }
  const take = async () => {}
  const limiter = { takeForAddress: take, takeForAccount: take, takeInvalid: take }
  const slots = new CallerSlots(() => {})
  const server = new Server(fastify, { config, authenticator, slots, limiter, now: () => new Date() })
  return { fastify, server }
}

async function answerOf(answer: () => unknown, environment?: Record<string, string>) {
  const { fastify, server } = buildServer(environment)
  server.serve(call, async () => answer() as { id: string; inner: { at: number } })
  const response = await fastify.inject({ url: '/things/a' })
  return { status: response.statusCode, body: response.json() }
}

describe('a reply', () => {
  it('is sent without the fields that the call does not declare', async () => {
    const { status, body } = await answerOf(() => ({ id: 'a', secret: 'x', inner: { at: 1, secret: 'x' } }))
    expect(status).toBe(200)
    expect(body).toEqual({ id: 'a', inner: { at: 1 } })
  })

  it.each([
    ['a missing field', { id: 'a' }],
    ['a wrong type', { id: 7, inner: { at: 1 } }],
    ['nothing', undefined],
    ['null', null],
  ])('with %s is replaced by an InternalError', async (_, answer) => {
    const { status, body } = await answerOf(() => answer)
    expect(status).toBe(500)
    expect(body.error).toMatchObject({
      type: 'InternalError',
      message:
        'Something went wrong on our side. Try again. If it happens again, contact support with the request id.',
    })
  })
})

describe('an error', () => {
  const refuse = (type: 'Conflict' | 'OwnerLocked') => () => {
    throw new Refusal(type, 'A sentence.')
  }

  it('that the call declares is sent', async () => {
    expect(await answerOf(refuse('Conflict'))).toMatchObject({
      status: 409,
      body: { error: { type: 'Conflict', message: 'A sentence.', requestId: expect.any(String) } },
    })
  })

  it('that the call does not declare becomes an InternalError outside production', async () => {
    const { status, body } = await answerOf(refuse('OwnerLocked'))
    expect(status).toBe(500)
    expect(body.error.message).toBe('thing.read does not declare OwnerLocked')
  })

  it('that the call does not declare is sent in production', async () => {
    expect(await answerOf(refuse('OwnerLocked'), production)).toMatchObject({
      status: 409,
      body: { error: { type: 'OwnerLocked' } },
    })
  })

  it('is sent as a sentence without internal details, for any thrown value', async () => {
    for (const thrown of [
      new Error('select * from users at /srv/x.ts:1'),
      'text',
      null,
      undefined,
      { statusCode: 418 },
    ]) {
      const { status, body } = await answerOf(() => {
        throw thrown
      })
      expect(status).toBeGreaterThanOrEqual(400)
      expect(JSON.stringify(body)).not.toMatch(/select|\.ts|text/)
      expect(body.error.message).toMatch(/\.$/)
    }
  })
})

describe('a download', () => {
  const download = endpoint({
    name: 'things.download',
    method: 'GET',
    path: '/things.csv',
    access: publicAccess,
    success: { status: 200, media: 'text/csv' },
    summary: 'Things.',
    docs: 'docs/product/errors.md#answers',
  })

  it.each([
    ['GET', ['first', 'second']],
    ['HEAD', []],
  ] as const)(
    'reads its pages for a GET request, and none for a HEAD request: %s',
    async (method, expected) => {
      const { fastify, server } = buildServer()
      const read: string[] = []
      async function* pages() {
        for (const page of ['first', 'second']) {
          read.push(page)
          yield page
        }
      }
      server.serve(download, async () => ({ fileName: 'things.csv', text: pages() }))
      const { statusCode, headers } = await fastify.inject({ method, url: '/things.csv' })
      expect({ statusCode, type: headers['content-type'] }).toEqual({
        statusCode: 200,
        type: 'text/csv; charset=utf-8',
      })
      for (let turn = 0; turn < 10; turn += 1) await new Promise((next) => setImmediate(next))
      expect(read).toEqual(expected)
    },
  )
})
