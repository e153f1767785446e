import { ApiError, ConnectionError } from '@portal/client/errors'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeApi } from './api.ts'
import { reportError } from './errors.ts'

const session = {
  apiUrl: 'https://api.example.com',
  token: async () => 'first',
  tokenAfter: vi.fn(async () => 'second'),
  forget: vi.fn(async () => {}),
}
const fetched = vi.fn<typeof fetch>()
beforeEach(() => vi.stubGlobal('fetch', fetched))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetAllMocks()
})

const refuse = (kind: string) => fetched.mockResolvedValueOnce(Response.json({ kind }, { status: 401 }))
const list = () => makeApi(session).call(workspaces.list, {})

describe('makeApi', () => {
  it('replaces an expired token by that of another process or a refreshed one', async () => {
    refuse('TokenExpired')
    fetched.mockResolvedValueOnce(Response.json([]))
    session.tokenAfter.mockResolvedValueOnce('second')
    expect(await list()).toEqual([])
    expect(fetched.mock.calls.map(([, init]) => new Headers(init?.headers).get('authorization'))).toEqual([
      'Bearer first',
      'Bearer second',
    ])
  })

  it('forgets a session that has ended, and the command exits with 4', async () => {
    refuse('SessionEnded')
    const error = await list().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ApiError)
    expect(session.forget).toHaveBeenCalledOnce()
    expect(reportError(error)).toMatchObject({ exitCode: 4, json: { error: { type: 'SessionEnded' } } })
  })
})

describe('reportError', () => {
  it.each([
    ['the host', new Error('getaddrinfo ENOTFOUND api.example.com')],
    ['the proxy', new Error('', { cause: new Error('Proxy response (407) !== 200 when HTTP Tunneling') })],
    ['the first address', new AggregateError([new Error('connect ECONNREFUSED 127.0.0.1:443')])],
  ])('names %s as the reason if the API does not answer', (_what, cause) => {
    const error = new ConnectionError(
      'https://api.example.com',
      workspaces.list,
      new TypeError('', { cause }),
    )
    expect(reportError(error).text).toMatch(/^Error: .*\nReason: (getaddrinfo|Proxy response|connect) .+$/)
    expect(reportError(error).json.error.message).toMatch(/ Reason: (getaddrinfo|Proxy response|connect) .+$/)
  })

  it.each([
    new TypeError('Headers.append: "Bearer secret" is an invalid header value.'),
    new SyntaxError('Unexpected token, "secret" is not valid JSON'),
  ])('does not quote the request or the answer, which can contain a token: %s', (cause) => {
    const error = new ConnectionError('https://api.example.com', workspaces.list, cause)
    expect(JSON.stringify(reportError(error))).not.toContain('secret')
  })
})
