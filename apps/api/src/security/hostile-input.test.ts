/** Every call immediately refuses a malformed body, and handles hostile text without harm. See docs/product/errors.md#hostile-input. */
import { calls } from '@portal/contract/calls'
import type { Endpoint } from '@portal/contract/endpoint'
import { errorBodySchema, oauthErrorBodySchema, plainErrorBodySchema } from '@portal/contract/errors'
import { count } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { users } from '../features/account/user-table.ts'
import { useTestApp } from '../testing/build-test-app.ts'
import { startCpuTime } from '../testing/cpu-time.ts'
import { callAt, makeScene, type Scene } from '../testing/hostile-scene.ts'
import {
  type InputSchema,
  inputSchemaOf,
  sampleInput,
  textFields,
  withValue,
} from '../testing/sample-input.ts'
import { withoutTokens } from '../testing/without-tokens.ts'

const test = useTestApp()
let scene: Scene
beforeEach(async () => {
  scene = await makeScene(test)
})

/** Internal details that no response may contain. */
const internalDetails =
  /node_modules|\.ts:\d|\bat \w+ \(|syntax error|relation "|drizzle|postgres|zod|fastify|FST_|SyntaxError|root:x:/i

const callerOf = (call: Endpoint) => (call.access.staff ? scene.staff : scene.owner)

describe('every text field of every call', () => {
  const fields = calls.flatMap((call) =>
    (['query', 'body'] as const).flatMap((part) =>
      textFields(inputSchemaOf(call, part)).map((path) => ({ call, part, path })),
    ),
  )

  it.each<[string, string]>([
    ['SQL that ends a text', "'; drop table users; --"],
    ['SQL that waits', "'||pg_sleep(5)||'"],
    ['the wildcards of a search', '%_\\%%%\\_'],
    ['HTML', '"><img src=x onerror=alert(1)><script>alert(1)</script>'],
    ['a header line', 'a\r\nBcc: everybody@example.com\r\n\r\nHello'],
    ['a path', '../../../../etc/passwd'],
    ['half of a character', '\ud83d'],
    ['a NUL', 'a\0b'],
    ['a number too large for one', '9'.repeat(400)],
    ['a text that is hard to match', `${'a'.repeat(5_000)}!`],
    ['a text of 60 KB', 'ä'.repeat(30_000)],
  ])('accepts or refuses %s quickly and without harm', async (_, text) => {
    for (const { call, part, path } of fields) {
      const name = `${call.name} ${path.join('.')}`
      const changed = withValue(sampleInput(call, part), path, text)
      const cpuMs = startCpuTime()
      const began = performance.now()
      const response = await callAt(test, scene, call, { as: callerOf(call), [part]: changed })
      expect.soft(cpuMs(), name).toBeLessThan(1_000)
      if (text.includes('pg_sleep')) expect.soft(performance.now() - began, name).toBeLessThan(5_000)
      expect.soft(response.statusCode, name).toBeLessThan(500)
      expect.soft(withoutTokens(response.body), name).not.toMatch(internalDetails)
      expect.soft(String(response.headers['content-type'] ?? ''), name).not.toContain('html')
    }
    const [people] = await test.database.orm.select({ rows: count() }).from(users)
    expect(people?.rows).toBe(4)
  })
})

describe('every call with a body refuses', () => {
  const withBody = calls.filter(({ body, rawBody }) => body && !rawBody)

  function errorSchemaOf({ hasOAuthErrors, hasPlainErrors }: Endpoint) {
    if (hasOAuthErrors) return oauthErrorBodySchema
    return hasPlainErrors ? plainErrorBodySchema : errorBodySchema
  }

  /** Expects the declared error body. */
  async function expectRefused(call: Endpoint, payload: string, status: number, type = 'application/json') {
    const cpuMs = startCpuTime()
    const response = await test.app.inject({
      method: call.method,
      url: scene.path(call),
      headers: { ...test.headersOf(callerOf(call)), 'content-type': type },
      payload,
    })
    const hint = `${call.name} with ${payload.slice(0, 100)}`
    expect.soft(cpuMs(), hint).toBeLessThan(1_000)
    expect.soft(response.statusCode, hint).toBe(status)
    expect.soft(withoutTokens(response.body), hint).not.toMatch(internalDetails)
    expect.soft(errorSchemaOf(call).safeParse(response.json()).success, hint).toBe(true)
  }

  it('900 KB, truncated JSON, an array and another content type', async () => {
    for (const call of withBody) {
      await expectRefused(call, '['.repeat(900_000), 413)
      await expectRefused(call, '{"name":', 400)
      await expectRefused(call, '[{}]', 400)
      await expectRefused(call, '{"name":"x"}', 415, 'text/plain')
      if (!call.acceptsForm) await expectRefused(call, 'name=x', 415, 'application/x-www-form-urlencoded')
    }
  })

  function valuesOfAnotherType({ type, enum: options }: InputSchema): unknown[] {
    if (type === 'boolean') return ['true', 1, null]
    return type === 'string' || options ? [7, true, ['x'], { $ne: '' }] : []
  }

  it('a body with a field of another type, or without a required field', async () => {
    for (const call of withBody) {
      const { properties = {}, required = [] } = inputSchemaOf(call, 'body') ?? {}
      const sample = sampleInput(call, 'body') ?? {}
      for (const [name, field] of Object.entries(properties))
        for (const value of valuesOfAnotherType(field))
          await expectRefused(call, JSON.stringify({ ...sample, [name]: value }), 400)
      for (const name of required)
        await expectRefused(call, JSON.stringify({ ...sample, [name]: undefined }), 400)
    }
  })
})
