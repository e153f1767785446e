import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { members } from '@portal/contract/members'
import { tokens } from '@portal/contract/tokens'
import { workspaces } from '@portal/contract/workspaces'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeApi } from './api.ts'
import { ApiError, CommandError } from './errors.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** The answers to the next requests, in order. */
let answers: Answer[] = []
let seen: IncomingMessage[] = []
let waits: number[] = []
const server = createServer((request, response) => {
  seen.push(request)
  request.resume().on('end', () => answers.shift()?.(request, response))
})

let apiUrl = ''
beforeEach(async () => {
  answers = []
  seen = []
  waits = []
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  apiUrl = `http://127.0.0.1:${(server.address() as { port: number }).port}`
})
afterEach(async () => {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Answer =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
const refusal = (type: string, status: number, headers?: Record<string, string>) =>
  json({ error: { type, message: `${type}.`, requestId: '01J' } }, status, headers)
const hangUp: Answer = (request) => request.socket.destroy()

const open = (other?: string) =>
  makeApi(
    {
      apiUrl,
      token: async () => 'first',
      tokenAfter: async () => other,
      forget: async () => {},
    },
    async (ms) => void waits.push(ms),
  )

const newWorkspace = { displayName: 'Nightly', instanceUrl: 'http://localhost:8080' }
const create = () => open()(workspaces.create, { body: newWorkspace }, {})
const revoke = () => open()(tokens.revoke, { params: { workspaceId: 'W', tokenId: 'T' } }, {})

describe('A read', () => {
  it('is retried after 503 and after a lost connection, with growing delays', async () => {
    answers = [refusal('DatabaseUnavailable', 503), hangUp, json([])]
    expect(await open()(workspaces.list, {}, {})).toEqual([])
    expect(waits).toEqual([500, 1_000])
  })

  it('waits as long as Retry-After asks', async () => {
    answers = [refusal('ServiceOverloaded', 503, { 'retry-after': '3' }), json([])]
    await open()(workspaces.list, {}, {})
    expect(waits).toEqual([3_000])
  })

  it('fails after four attempts', async () => {
    answers = Array.from({ length: 5 }, () => refusal('DatabaseUnavailable', 503))
    await expect(open()(workspaces.list, {}, {})).rejects.toMatchObject({ status: 503, requestId: '01J' })
    expect(seen).toHaveLength(4)
  })

  it('follows the pages of a list, and joins lists inside an object', async () => {
    answers = [
      json({ authTokens: [1] }, 200, { link: '</next?after=1>; rel="next"' }),
      json({ authTokens: [2] }),
    ]
    const input = { params: { workspaceId: 'W' } }
    expect(await open()(tokens.list, input, {})).toEqual({ authTokens: [1, 2] })
    expect(seen[1]?.url).toBe('/next?after=1')
  })

  it('refuses a next page at another address, because the request contains the token', async () => {
    answers = [json([], 200, { link: '<https://attacker.example/>; rel="next"' })]
    await expect(open()(members.list, { params: { workspaceId: 'W' } }, {})).rejects.toThrow(CommandError)
    expect(seen).toHaveLength(1)
  })
})

describe('A write', () => {
  it('is retried with the same ULID if it creates something', async () => {
    answers = [hangUp, json({ workspaces: [], newWorkspaceId: 'W' })]
    await create()
    const ulids = seen.map(({ headers }) => headers['request-ulid'])
    expect(ulids).toHaveLength(2)
    expect(new Set(ulids).size).toBe(1)
  })

  it('is not retried after a lost answer unless it is a creation, and the error says that the change may have been made', async () => {
    answers = [hangUp, json({})]
    await expect(revoke()).rejects.toThrow('The change may have been made, so check before you repeat it.')
    expect(seen).toHaveLength(1)
  })

  it('is retried if the API refused it before acting', async () => {
    answers = [refusal('ServiceOverloaded', 503), (_request, response) => response.writeHead(204).end()]
    await revoke()
    expect(seen).toHaveLength(2)
  })
})

describe('A refused token', () => {
  it('is replaced once, by the token of another process or a refreshed one', async () => {
    answers = [refusal('TokenExpired', 401), json([])]
    await open('second')(workspaces.list, {}, {})
    expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer first', 'Bearer second'])
  })

  it('is an error if there is no other token', async () => {
    answers = [refusal('TokenRevoked', 401)]
    const error = await open('second')(workspaces.list, {}, {}).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ exitCode: 4, type: 'TokenRevoked' })
    expect(seen).toHaveLength(1)
  })
})
