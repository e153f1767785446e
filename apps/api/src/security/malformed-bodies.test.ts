/** Every call immediately refuses an oversized, malformed or wrongly typed body. See docs/product/errors.md#hostile-input. */
import { calls } from '@portal/contract/calls'
import type { Endpoint } from '@portal/contract/endpoint'
import { errorBodySchema, oauthErrorBodySchema, plainErrorBodySchema } from '@portal/contract/errors'
import { beforeEach, describe, expect, it } from 'vitest'
import { useTestApp } from '../testing/build-test-app.ts'
import { startCpuTime } from '../testing/cpu-time.ts'
import { makeScene, type Scene } from '../testing/hostile-scene.ts'
import { inputSchemaOf, sampleInput } from '../testing/sample-input.ts'
import { withoutTokens } from '../testing/without-tokens.ts'

const test = useTestApp()
let scene: Scene
beforeEach(async () => {
  scene = await makeScene(test)
})

const withBody = calls.filter(({ body, rawBody }) => body && !rawBody)

/** Internal details that no response may contain. */
const internalDetails =
  /node_modules|\.ts:\d|\bat \w+ \(|drizzle|postgres|zod|fastify|FST_|SyntaxError|position \d/i

async function send(call: Endpoint, payload: string | Buffer, type = 'application/json') {
  const as = call.access.staff ? scene.staff : scene.owner
  const cpuMs = startCpuTime()
  const response = await test.app.inject({
    method: call.method,
    url: scene.path(call),
    headers: { ...test.headersOf(as), 'content-type': type },
    payload,
  })
  expect.soft(cpuMs(), call.name).toBeLessThan(1_000)
  return response
}

function errorSchemaOf({ hasOAuthErrors, hasPlainErrors }: Endpoint) {
  if (hasOAuthErrors) return oauthErrorBodySchema
  return hasPlainErrors ? plainErrorBodySchema : errorBodySchema
}

/** Expects every call to refuse the body with its declared error body and one of the given statuses. */
async function expectEveryCallRefuses(
  payload: string | Buffer,
  statuses: number[],
  type?: string,
  among: Endpoint[] = withBody,
) {
  for (const call of among) {
    const response = await send(call, payload, type)
    expect.soft(statuses, `${call.name}: ${response.body}`).toContain(response.statusCode)
    expect.soft(withoutTokens(response.body), call.name).not.toMatch(internalDetails)
    expect.soft(errorSchemaOf(call).safeParse(response.json()).success, call.name).toBe(true)
  }
}

const deep = (depth: number) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`

describe('every call with a body refuses', () => {
  it('invalid bodies, which are more than 20 calls', () => {
    expect(withBody.length).toBeGreaterThan(20)
  })

  it.each<[string, string | Buffer]>([
    ['900 KB of JSON', JSON.stringify({ a: 'a'.repeat(900_000) })],
    ['900 KB of brackets', '['.repeat(900_000)],
    ['900 KB of numbers', `[${'1,'.repeat(450_000)}1]`],
    ['900 KB of nothing but spaces', ' '.repeat(900_000)],
    ['one byte more than the limit', JSON.stringify('a'.repeat(65_536 - 1))],
  ])('%s as too large', async (_, payload) => {
    await expectEveryCallRefuses(payload, [413])
  })

  it.each<[string, string | Buffer]>([
    ['truncated JSON', '{"name":'],
    ['JSON with a trailing comma', '{"name":"x",}'],
    ['JSON with a comment', '{"name":"x"/* */}'],
    ['single quotes', "{'name':'x'}"],
    ['nothing', ''],
    ['NaN', '{"name":NaN}'],
    ['two documents', '{}{}'],
    ['a byte order mark in the middle', '{"a":1}\ufeff{}'],
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31])],
    ['an overlong encoding', Buffer.from([0x7b, 0x22, 0xc0, 0xaf, 0x22])],
    ['UTF-16', Buffer.from('{"name":"x"}', 'utf16le')],
    ['compressed bytes', Buffer.from([0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00])],
    ['a raw NUL', '{"name":"a\0b"}'],
    ['a raw line feed in a text', '{"name":"a\nb"}'],
    ['an escaped NUL', '{"name":"a\\u0000b"}'],
    ['an escaped lone surrogate', '{"name":"\\ud800"}'],
    ['__proto__', '{"__proto__":{"isStaff":true}}'],
    ['constructor.prototype', '{"constructor":{"prototype":{"isStaff":true}}}'],
    ['nesting twenty deep', deep(20)],
    ['nesting thirty thousand deep', deep(30_000)],
    ['nesting without end', '['.repeat(60_000)],
    ['a text', '"text"'],
    ['a number', '7'],
    ['a number that is infinite', '1e999'],
    ['true', 'true'],
    ['a list', '[]'],
    ['a list of valid bodies', '[{"name":"x","expiration":"1d"}]'],
  ])('%s', async (_, payload) => {
    // A call with only optional fields accepts an object without them.
    const isObject = /^\{.*\}$/s.test(String(payload)) && payload !== '{}{}'
    const before = JSON.stringify(Object.getOwnPropertyNames(Object.prototype))
    await expectEveryCallRefuses(payload, isObject ? [400, 404, 409] : [400])
    expect(JSON.stringify(Object.getOwnPropertyNames(Object.prototype))).toBe(before)
  })

  it('null, unless the body is optional', async () => {
    const bodyIsRequired = withBody.filter(({ body }) => !body?.safeParse(undefined).success)
    await expectEveryCallRefuses('null', [400], 'application/json', bodyIsRequired)
  })

  it.each([
    'text/plain',
    'text/html',
    'text/xml',
    'application/xml',
    'application/octet-stream',
    'application/x-yaml',
    'application/ld+json',
    'application/vnd.api+json',
    'multipart/form-data; boundary=x',
    'nonsense',
    'application/json/evil',
  ])('a body of type %s', async (type) => {
    await expectEveryCallRefuses('{"name":"x"}', [415, 400], type)
  })

  it('a form, unless it declares one', async () => {
    for (const call of withBody.filter(({ acceptsForm }) => !acceptsForm)) {
      const response = await send(call, 'name=x&isQuarantined=true', 'application/x-www-form-urlencoded')
      expect.soft(response.statusCode, call.name).toBe(415)
    }
  })

  it.each<[string, unknown]>([
    ['a number', 7],
    ['true', true],
    ['a list', ['x']],
    ['an object', { $ne: '' }],
    ['a huge number', 1e308],
    ['an object with a toString', { toString: 'x' }],
  ])('%s instead of a string in any field', async (_, value) => {
    for (const call of withBody) {
      const { properties = {} } = inputSchemaOf(call, 'body') ?? {}
      for (const [name, { type, enum: options }] of Object.entries(properties)) {
        if (type !== 'string' && !options) continue
        const response = await send(call, JSON.stringify({ ...sampleInput(call, 'body'), [name]: value }))
        expect.soft(response.statusCode, `${call.name} ${name}`).toBe(400)
      }
    }
  })

  it.each<[string, unknown]>([
    ['the word true', 'true'],
    ['1', 1],
    ['null', null],
    ['a list', [true]],
  ])('%s instead of a boolean in any field', async (_, value) => {
    for (const call of withBody) {
      const { properties = {} } = inputSchemaOf(call, 'body') ?? {}
      for (const [name, { type }] of Object.entries(properties)) {
        if (type !== 'boolean') continue
        const response = await send(call, JSON.stringify({ ...sampleInput(call, 'body'), [name]: value }))
        expect.soft(response.statusCode, `${call.name} ${name}`).toBe(400)
      }
    }
  })

  it('a body without a required field', async () => {
    for (const call of withBody) {
      const { required = [] } = inputSchemaOf(call, 'body') ?? {}
      for (const name of required) {
        const { [name]: _, ...rest } = sampleInput(call, 'body') ?? {}
        const response = await send(call, JSON.stringify(rest))
        expect.soft(response.statusCode, `${call.name} ${name}`).toBe(400)
      }
    }
  })
})

describe('the webhook', () => {
  const webhook = calls.find(({ name }) => name === 'billing.webhook')

  it.each<[string, string | Buffer, string | undefined]>([
    ['no signature', '{}', undefined],
    ['an empty signature', '{}', ''],
    ['a signature of nonsense', '{}', 't=1,v1=nonsense'],
    ['a signature without a time', '{}', 'v1=00'],
    ['a signature of 8 KB', '{}', `t=1,v1=${'0'.repeat(8_000)}`],
    ['900 KB', 'a'.repeat(900_000), 't=1,v1=00'],
    ['bytes', Buffer.from([0xff, 0x00, 0xfe]), 't=1,v1=00'],
    ['nothing', '', 't=1,v1=00'],
  ])('refuses %s', async (_, payload, signature) => {
    const response = await test.app.inject({
      method: 'POST',
      url: webhook?.path ?? '',
      headers: {
        'content-type': 'application/json',
        ...(signature === undefined ? {} : { 'stripe-signature': signature }),
      },
      payload,
    })
    expect(response.statusCode).toBe(400)
    expect(withoutTokens(response.body)).not.toMatch(internalDetails)
  })

  it('refuses more than a megabyte', async () => {
    const response = await test.app.inject({
      method: 'POST',
      url: webhook?.path ?? '',
      headers: { 'content-type': 'application/json' },
      payload: 'a'.repeat(1_100_000),
    })
    expect(response.statusCode).toBe(413)
  })
})
