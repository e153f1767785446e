import { members } from '@portal/contract/members/members'
import { tokens } from '@portal/contract/tokens/tokens'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ClientOptions, createClient } from './client.ts'
import { ApiError, ConnectionError } from './errors.ts'
import { type Answer, type FakeApi, hangUp, json, refusal, startFakeApi } from './testing/fake-api.ts'

let api: FakeApi
let waits: number[] = []
beforeEach(async () => {
  waits = []
  api = await startFakeApi()
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await api.close()
})

const open = (options: Partial<ClientOptions> = {}) =>
  createClient({
    address: api.address,
    token: 'first',
    wait: async (ms) => void waits.push(ms),
    ...options,
  })

const page: Answer = (_request, response) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Accept the terms of this network</h1>')

const newWorkspace = { displayName: 'Nightly', instanceUrl: 'http://localhost:8080' }
const create = (idempotencyKey?: string) =>
  open().call(workspaces.create, { body: newWorkspace }, { idempotencyKey })
const revoke = () => open().call(tokens.revoke, { params: { workspaceId: 'W', tokenId: 'T' } })
const list = () => open().call(workspaces.list, {})
const listMembers = (query?: { limit: string }) =>
  open().pages(members.list, { params: { workspaceId: 'W' }, query })

describe('createClient', () => {
  it.each(['http://api.example.com', 'https://ada:secret@api.example.com', 'https://api.example.com/v1'])(
    'refuses the address %s, because requests contain the token',
    (address) => expect(() => createClient({ address, token: 'secret' })).toThrow(TypeError),
  )

  it('asks a function for the token of each request', async () => {
    const issued = ['first', 'second']
    api.answers.push(json([]), json([]))
    const { call } = open({ token: () => issued.shift() ?? '' })
    await call(workspaces.list, {})
    await call(workspaces.list, {})
    expect(api.seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer first', 'Bearer second'])
  })
})

describe('A read', () => {
  it('is retried after 503 and after a lost connection, with growing delays', async () => {
    api.answers.push(refusal('DatabaseUnavailable', 503), hangUp, json([]))
    expect(await list()).toEqual([])
    expect(waits).toEqual([500, 1_000])
  })

  it('waits as long as Retry-After asks', async () => {
    api.answers.push(refusal('ServiceOverloaded', 503, { 'retry-after': '3' }), json([]))
    await list()
    expect(waits).toEqual([3_000])
  })

  it('fails immediately if Retry-After asks for more than 10 seconds', async () => {
    api.answers.push(refusal('ServiceOverloaded', 503, { 'retry-after': '60' }))
    await expect(list()).rejects.toMatchObject({ type: 'ServiceOverloaded', retryAfterSeconds: 60 })
    expect(waits).toEqual([])
  })

  it('fails after four attempts', async () => {
    api.answers.push(...Array.from({ length: 5 }, () => refusal('DatabaseUnavailable', 503)))
    await expect(list()).rejects.toMatchObject({ status: 503, requestId: '01J' })
    expect(api.seen).toHaveLength(4)
  })

  it('fails with a clear error if a captive portal answers instead of the API', async () => {
    api.answers.push(page, page, page, page)
    await expect(list()).rejects.toThrow(`${api.address} doesn't answer like the portal's API.`)
  })

  it('fails if the answer is empty', async () => {
    const empty: Answer = (_request, response) => response.end()
    api.answers.push(empty, empty, empty, empty)
    await expect(list()).rejects.toBeInstanceOf(ConnectionError)
  })

  it('is given up when its signal is aborted', async () => {
    const signal = AbortSignal.abort(new Error('stopped'))
    await expect(open().call(workspaces.list, {}, { signal })).rejects.toThrow('stopped')
    expect(waits).toEqual([])
  })
})

describe('pages', () => {
  it('requests a page only when the program asks for it', async () => {
    api.answers.push(json([1], 200, { link: '</next?after=1>; rel="next"' }), json([2]))
    const pages = listMembers({ limit: '1' })
    expect((await pages.next()).value).toEqual([1])
    expect(api.seen).toHaveLength(1)
    expect((await pages.next()).value).toEqual([2])
    expect((await pages.next()).done).toBe(true)
    expect(api.seen.map(({ url }) => url)).toEqual(['/workspace/W/members?limit=1', '/next?after=1'])
  })

  it.each(['<https://attacker.example/>; rel="next"', '</workspace/W/members>; rel="next"'])(
    'refuse the next page %s, because it is at another address or the same page',
    async (link) => {
      api.answers.push(json([1], 200, { link }))
      const pages = listMembers()
      await pages.next()
      await expect(pages.next()).rejects.toThrow('invalid URL for the next page')
      expect(api.seen).toHaveLength(1)
    },
  )

  it('end with an error after 1,000 pages, because no list is that long', async () => {
    let count = 0
    vi.stubGlobal('fetch', async () => {
      count += 1
      return Response.json([], { headers: { link: `</next?after=${count}>; rel="next"` } })
    })
    const pages = listMembers()
    for (let page = 0; page < 1_000; page += 1) await pages.next()
    await expect(pages.next()).rejects.toThrow('more than 1000 pages')
    expect(count).toBe(1_000)
  })
})

describe('A write', () => {
  it('is retried with the same idempotency key if it creates something', async () => {
    api.answers.push(hangUp, json({ workspaces: [], newWorkspaceId: 'W' }))
    await create()
    const keys = api.seen.map(({ headers }) => headers['idempotency-key'])
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('uses the idempotency key of the program', async () => {
    api.answers.push(json({ workspaces: [], newWorkspaceId: 'W' }))
    await create('nightly-2026-11-22')
    expect(api.seen[0]?.headers['idempotency-key']).toBe('nightly-2026-11-22')
  })

  it('is not retried after a lost answer unless it is a creation, and the error says that the change may have been made', async () => {
    api.answers.push(hangUp, json({}))
    const error = await revoke().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ConnectionError)
    expect(error).toMatchObject({ mayHaveActed: true })
    expect(String(error)).toContain('The change may have been made, so check before you repeat it.')
    expect(api.seen).toHaveLength(1)
  })

  it.each<[string, Answer]>([
    ['a page', page],
    ['JSON', json({ login: 'required' })],
    ['an empty answer', (_request, response) => response.end()],
    ['a redirect', (_request, response) => response.writeHead(302, { location: '/login' }).end()],
  ])('fails if a captive portal answers with %s instead of the API', async (_what, answer) => {
    api.answers.push(answer)
    await expect(revoke()).rejects.toMatchObject({ name: 'ConnectionError', mayHaveActed: true })
  })

  it('is retried if the API refused it before acting', async () => {
    api.answers.push(refusal('ServiceOverloaded', 503), (_request, response) => response.writeHead(204).end())
    await revoke()
    expect(api.seen).toHaveLength(2)
  })
})

describe('A refused token', () => {
  it('is replaced once', async () => {
    api.answers.push(refusal('TokenExpired', 401), refusal('TokenExpired', 401))
    const { call } = open({ renewToken: async (refused) => `${refused} renewed` })
    await expect(call(workspaces.list, {})).rejects.toMatchObject({ type: 'TokenExpired' })
    const sent = api.seen.map(({ headers }) => headers.authorization)
    expect(sent).toEqual(['Bearer first', 'Bearer first renewed'])
  })

  it('is an error if there is no other token', async () => {
    api.answers.push(refusal('TokenRevoked', 401))
    const error = await open({ renewToken: async () => undefined })
      .call(workspaces.list, {})
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status: 401, type: 'TokenRevoked' })
    expect(api.seen).toHaveLength(1)
  })
})

describe('ApiError', () => {
  it('reads the usual form, the plain form and the form of OAuth', () => {
    const facts = { requestId: '01J', issues: [{ path: 'email', message: 'Enter an address' }] }
    const top = { kind: 'ValidationError', message: 'Invalid.' }
    const usual = { error: { type: 'ValidationError', message: 'Invalid.', ...facts }, ...top }
    const plain = { error: 'Invalid.', type: 'ValidationError', ...facts, ...top }
    const oauth = { error: 'invalid_request', error_description: 'Invalid.', ...facts, ...top }
    for (const body of [usual, plain, oauth])
      expect(new ApiError(400, body)).toMatchObject({
        type: 'ValidationError',
        message: 'Invalid.',
        ...facts,
      })
  })

  it('describes an answer that is not from the API', () => {
    const error = new ApiError(502, '<h1>Bad gateway</h1>', new Headers({ 'x-request-id': '7' }))
    expect(error).toMatchObject({ type: 'UnknownError', requestId: '7', issues: [] })
    expect(error.message).toBe('The API answered with status 502.')
  })
})
