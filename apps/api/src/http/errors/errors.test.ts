/** Bad input immediately gets a 4xx with the standard error body, without internal details. */
import { request as httpRequest } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { calls } from '@portal/contract/calls'
import { errorBodySchema, isErrorType } from '@portal/contract/errors'
import { describe, expect, it } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import { startCpuTime } from '../../testing/cpu-time.ts'
import { makeSignedIn, type SignedIn } from '../../testing/make-signed-in.ts'

const test = useTestApp()

/** Internal details that no error body may contain. */
const internalDetails =
  /node_modules|\/work\/|\.ts\b|at \w+ \(|select |insert into|fastify|drizzle|zod|postgres|FST_/i

function expectRefusal(status: number, body: string): string {
  expect(body).not.toMatch(internalDetails)
  const { error, kind, message } = errorBodySchema.parse(JSON.parse(body))
  expect({ kind, message }).toEqual({ kind: error.type, message: error.message })
  expect(isErrorType(error.type)).toBe(true)
  expect(error.message).toMatch(/\S/)
  expect(error.requestId).toMatch(/^[0-9A-Z]{26}$/)
  return `${status} ${error.type}`
}

async function patch(me: SignedIn, payload: string, headers: Record<string, string> = {}) {
  const cpuMs = startCpuTime()
  const response = await test.app.inject({
    method: 'PATCH',
    url: `/users/${me.user.id}`,
    headers: { ...test.headersOf({ session: me.session }), 'content-type': 'application/json', ...headers },
    payload,
  })
  expect(cpuMs()).toBeLessThan(1_000)
  return expectRefusal(response.statusCode, response.body)
}

describe('a request body', () => {
  it.each([
    ['malformed JSON', '{"lastName": '],
    ['an empty body', ''],
    ['a JSON string', '"text"'],
    ['JSON null', 'null'],
    ['an array', '[]'],
    ['a number', '1e999'],
    ['a NUL in a value', '{"lastName":"a\\u0000b"}'],
    ['a NUL in a name', '{"a\\u0000b":"x"}'],
    ['a NUL in an unknown field', '{"other":{"deep":["\\u0000"]}}'],
    ['__proto__', '{"__proto__":{"isAdmin":true}}'],
    ['an escaped __proto__', '{"\\u005f_proto__":{"isAdmin":true}}'],
    ['a constructor with a prototype', '{"constructor":{"prototype":{"isAdmin":true}}}'],
    ['deep nesting', `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`],
    ['deep nesting that is never closed', '['.repeat(60_000)],
    ['a wrong type', '{"lastName":7}'],
    ['an object for a text', '{"nickname":{"toString":"x"}}'],
    ['invalid UTF-8', Buffer.from('{"lastName":"\xff').toString('latin1')],
  ])('with %s is refused as ValidationError', async (_, payload) => {
    expect(await patch(await makeSignedIn(test), payload)).toBe('400 ValidationError')
  })

  it('of 900 KB is refused as PayloadTooLarge', async () => {
    const payload = JSON.stringify({ lastName: 'a'.repeat(900_000) })
    expect(await patch(await makeSignedIn(test), payload)).toBe('413 PayloadTooLarge')
  })

  it.each([
    'text/plain',
    'application/xml',
    'application/octet-stream',
    'nonsense',
    'application/json-patch+json',
  ])('of type %s is refused as UnsupportedMediaType', async (type) => {
    const outcome = await patch(await makeSignedIn(test), '{"lastName":"x"}', { 'content-type': type })
    expect(outcome).toBe('415 UnsupportedMediaType')
  })

  it('with an oversized text in every field is refused with one issue per field', async () => {
    const me = await makeSignedIn(test)
    const long = 'a'.repeat(8_000)
    const fields = [
      'firstName',
      'lastName',
      'nickname',
      'pictureUrl',
      'discordUsername',
      'githubUsername',
      'email',
    ]
    const response = await test.app.inject({
      method: 'PATCH',
      url: `/users/${me.user.id}`,
      headers: test.headersOf({ session: me.session }),
      payload: Object.fromEntries(fields.map((field) => [field, long])),
    })
    expectRefusal(response.statusCode, response.body)
    const paths = response.json().error.issues.map(({ path }: { path: string }) => path)
    expect(paths.sort()).toEqual([...fields].sort())
  })

  it('with unknown fields and a requestUlid is accepted, and the unknown fields are ignored', async () => {
    const me = await makeSignedIn(test)
    const response = await test.app.inject({
      method: 'PATCH',
      url: `/users/${me.user.id}`,
      headers: test.headersOf({ session: me.session }),
      payload: {
        lastName: 'Known',
        requestUlid: 'x',
        quarantinedAt: 'x',
        emailVerified: false,
        id: 'other',
        isStaff: true,
      },
    })
    expect(response.statusCode).toBe(200)
    expect(response.json().user).toMatchObject({
      lastName: 'Known',
      id: me.user.id,
      quarantinedAt: null,
      emailVerified: true,
    })
  })
})

describe('a request', () => {
  it.each([
    ['/no/such/path', '404 NotFound'],
    ['/users', '404 NotFound'],
    ['//whoami', '404 NotFound'],
    ['/Whoami', '404 NotFound'],
    ['/%', '400 ValidationError'],
    ['/users/%zz/complete-profile', '400 ValidationError'],
    [`/workspaces/${'a'.repeat(101)}`, '400 ValidationError'],
    [`/workspaces/${'a'.repeat(65)}`, '404 NotFound'],
    ['/workspaces/..%2F..%2Fetc', '404 NotFound'],
    ['/workspaces/%00', '404 NotFound'],
    ["/workspaces/'%20or%20'1'='1", '404 NotFound'],
    ['/workspaces/__proto__', '404 NotFound'],
    ['/workspaces?limit=1&limit=2', '400 ValidationError'],
    ['/workspaces?limit=0', '400 ValidationError'],
    ['/workspaces?limit=-1', '400 ValidationError'],
    ['/workspaces?limit=1e3', '400 ValidationError'],
    ['/workspaces?limit=1001', '400 ValidationError'],
    ['/workspaces?limit=', '400 ValidationError'],
    [`/workspaces?after=${'a'.repeat(300)}`, '400 ValidationError'],
    ['/workspaces?after=%00', '400 ValidationError'],
    ['/workspaces?after[]=1&after[]=2', '200'],
    ['/workspaces?__proto__[x]=1', '200'],
  ])('to %s gets %s', async (url, outcome) => {
    const { session } = await makeSignedIn(test)
    const response = await test.app.inject({ url, headers: test.headersOf({ session }) })
    const got = response.statusCode === 200 ? '200' : expectRefusal(response.statusCode, response.body)
    expect(got).toBe(outcome)
  })

  it.each(['PUT', 'DELETE', 'PATCH', 'POST', 'TRACE', 'PROPFIND'] as const)(
    'with the unsupported method %s gets 405 MethodNotAllowed with the allowed methods',
    async (method) => {
      const response = await test.app.inject({ method: method as 'PUT', url: '/whoami?x=/workspaces' })
      expect(expectRefusal(response.statusCode, response.body)).toBe('405 MethodNotAllowed')
      expect(response.headers.allow).toBe('GET, HEAD')
    },
  )

  it.each([
    ['POST', '/workspaces/01ARZ3NDEKTSV4RRFFQ69G5FAV', 'DELETE, GET, HEAD, PATCH'],
    ['GET', '/complete-auth-connect/', 'POST'],
    ['HEAD', '/auth/logout', 'GET'],
    ['HEAD', '/auth/login-callback?state=x', 'GET'],
    ['HEAD', '/workspaces/01ARZ3NDEKTSV4RRFFQ69G5FAV/go', 'GET'],
    ['HEAD', '/auth/cli-auth-api-token?nonce=x', 'GET'],
    ['PUT', '/workspaces/new', 'DELETE, GET, HEAD, PATCH, POST'],
  ] as const)('with %s to %s is answered with Allow: %s', async (method, url, allow) => {
    const { statusCode, headers } = await test.app.inject({ method, url })
    expect({ statusCode, allow: headers.allow }).toEqual({ statusCode: 405, allow })
  })

  it.each(['/no/such/path', '/workspaces//members', '//whoami', '/Whoami', '/'.repeat(50)])(
    'with POST to the unknown path %s gets 404 NotFound without Allow',
    async (url) => {
      const response = await test.app.inject({ method: 'POST', url })
      expect(response.statusCode).toBe(404)
      expect(response.headers.allow).toBeUndefined()
    },
  )

  it('with HEAD is answered like GET', async () => {
    const { statusCode, body } = await test.app.inject({ method: 'HEAD', url: '/health/live' })
    expect({ statusCode, body }).toEqual({ statusCode: 200, body: '' })
  })

  it.each([
    ['a bad Bearer token', { authorization: 'Bearer bad.token.x' }, 'Bearer error="invalid_token"'],
    ['no credential', {}, 'Bearer'],
    ['an ended session', { cookie: 'portal_session=unknown' }, 'Bearer'],
  ])('with %s is answered with WWW-Authenticate', async (_, headers, challenge) => {
    const response = await test.app.inject({ url: '/whoami', headers: { ...headers } })
    expect(response.statusCode).toBe(401)
    expect(response.headers['www-authenticate']).toBe(challenge)
  })
})

describe('the HTTP server', () => {
  async function listening(): Promise<number> {
    if (!test.app.server.listening) await test.app.listen({ host: '127.0.0.1', port: 0 })
    return (test.app.server.address() as AddressInfo).port
  }

  async function raw(text: string): Promise<string> {
    const port = await listening()
    return new Promise((resolve, reject) => {
      let answer = ''
      const socket = connect(port, '127.0.0.1', () => socket.write(text))
      socket.setTimeout(3_000, () => socket.destroy())
      socket.on('data', (chunk) => {
        answer += chunk.toString()
      })
      socket.on('error', reject)
      socket.on('close', () => resolve(answer))
    })
  }

  it.each([
    ['an unknown method', 'GRAB / HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['text that is not HTTP', 'hello\r\n\r\n', 400],
    ['a header with a NUL', 'GET / HTTP/1.1\r\nHost: x\r\nX-A: a\0b\r\n\r\n', 400],
    ['oversized headers', `GET / HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(80_000)}\r\n\r\n`, 431],
    [
      'two Content-Length headers',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx',
      400,
    ],
  ])('refuses %s with the standard error body', async (_, text, status) => {
    const answer = await raw(text)
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    expect(head).toContain(`HTTP/1.1 ${status}`)
    expectRefusal(status, body)
  })

  it('refuses an oversized body that has no Content-Length', async () => {
    const me = await makeSignedIn(test)
    const port = await listening()
    const status = await new Promise((resolve, reject) => {
      const request = httpRequest(
        {
          port,
          host: '127.0.0.1',
          method: 'PATCH',
          path: `/users/${me.user.id}`,
          headers: { ...test.headersOf({ session: me.session }), 'content-type': 'application/json' },
        },
        (response) => resolve(response.resume().statusCode),
      )
      request.on('error', reject)
      for (let part = 0; part < 20; part += 1) request.write(`"${'a'.repeat(10_000)}`)
      request.end()
    })
    expect(status).toBe(413)
  })
})

it('every call has a unique name, a unique route and only known error types', () => {
  const names = calls.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  const routes = calls.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, ':')}`)
  expect(new Set(routes).size).toBe(routes.length)
  for (const call of calls) for (const type of call.errors ?? []) expect(isErrorType(type)).toBe(true)
})
