import { createSocket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { hostileUrls, startCanary } from '../../testing/hostile-urls.ts'
import { type Resolve, resolveWith } from '../fence/send-fenced.ts'
import { fetchIssuerDocument } from './fetch-issuer-document.ts'

const servers: { close(): unknown }[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function serve(listener: RequestListener): Promise<string> {
  const server: Server = createServer(listener)
  servers.push({ close: () => server.close().closeAllConnections() })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const trusted = { isTrusted: true, timeoutMs: 5_000 }
const messageOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no error',
    (error: Error) => error.message,
  )

describe('fetchIssuerDocument from a trusted issuer', () => {
  it('returns the document', async () => {
    const url = await serve((_, response) => response.end('{"keys":[]}'))
    expect(await fetchIssuerDocument(url, trusted)).toEqual({ keys: [] })
  })

  it('does not follow redirects', async () => {
    let followed = 0
    const target = await serve((_, response) => {
      followed += 1
      response.end('{}')
    })
    const url = await serve((_, response) => response.writeHead(302, { location: target }).end())
    expect(await messageOf(fetchIssuerDocument(url, trusted))).toBe('redirects, which is not followed')
    expect(followed).toBe(0)
  })

  it.each<[string, RequestListener]>([
    ['answers with status 500', (_, response) => response.writeHead(500).end()],
    ['answers with status 204', (_, response) => response.writeHead(204).end()],
    ['sends a document that is not JSON', (_, response) => response.end('<html>')],
    ['sends a document of more than 1 MB', (_, response) => response.end(' '.repeat(1_048_577))],
    [
      'sends a compressed document',
      (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'),
    ],
    ['cannot be reached', (request) => request.socket.destroy()],
  ])('fails when the issuer %s', async (message, listener) => {
    expect(await messageOf(fetchIssuerDocument(await serve(listener), trusted))).toBe(message)
  })

  it.each<[string, RequestListener]>([
    ['does not answer', () => {}],
    ['stops in the middle of the document', (_, response) => response.writeHead(200).write('{')],
  ])('times out when the issuer %s', async (_, listener) => {
    const options = { isTrusted: true, timeoutMs: 200 }
    expect(await messageOf(fetchIssuerDocument(await serve(listener), options))).toBe(
      'does not answer within 0.2 seconds',
    )
  })
})

const loopback: Resolve = async () => [{ address: '127.0.0.1', family: 4 }]

describe('fetchIssuerDocument from any other issuer', () => {
  it.each([
    ['http://issuer.example', 'does not use https'],
    ['ftp://issuer.example', 'does not use https'],
    ['not a URL', 'names an invalid URL'],
  ])('refuses %s', async (url, message) => {
    expect(await messageOf(fetchIssuerDocument(url, { isTrusted: false }))).toBe(message)
  })

  it('refuses every hostile URL without a connection', async () => {
    const canary = await startCanary()
    const options = { isTrusted: false, resolve: loopback }
    const [insecure = '', ...others] = hostileUrls(canary.port)
    expect(await messageOf(fetchIssuerDocument(insecure, options))).toBe('does not use https')
    for (const url of others)
      expect(await messageOf(fetchIssuerDocument(url, options)), url).toBe('has no public address')
    expect(canary.hits()).toBe(0)
  })

  it.each([[['127.0.0.1']], [['10.0.0.1']], [['140.82.112.3', '10.0.0.1']], [['fd00::1']], [[]]])(
    'refuses a host that resolves to %j',
    async (found) => {
      const resolve: Resolve = async () =>
        found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
      expect(
        await messageOf(fetchIssuerDocument('https://issuer.example', { isTrusted: false, resolve })),
      ).toBe('has no public address')
    },
  )

  it('refuses a host that does not resolve with the same message, which reveals no internal name', async () => {
    const resolve: Resolve = async () => Promise.reject(new Error('ENOTFOUND'))
    expect(
      await messageOf(fetchIssuerDocument('https://issuer.example', { isTrusted: false, resolve })),
    ).toBe('has no public address')
  })

  it('connects only to the address that was checked when DNS changes between check and connection', async () => {
    const canary = await startCanary()
    const answers = ['198.41.0.4', '127.0.0.1', '127.0.0.1']
    let lookUps = 0
    const resolve: Resolve = async () => {
      const address = answers[lookUps] ?? '127.0.0.1'
      lookUps += 1
      return [{ address, family: 4 }]
    }
    const options = { isTrusted: false, timeoutMs: 300, resolve }
    await messageOf(fetchIssuerDocument(`https://issuer.example:${canary.port}/`, options))
    expect([lookUps, canary.hits()]).toEqual([1, 0])
  })
})

describe('resolving the host of an issuer', () => {
  async function startSilentDnsServer(): Promise<string> {
    const socket = createSocket('udp4')
    servers.push(socket)
    socket.bind(0, '127.0.0.1')
    await once(socket, 'listening')
    return `127.0.0.1:${socket.address().port}`
  }

  it('delays no other lookup of the process while name servers do not answer', async () => {
    const resolve = resolveWith([await startSilentDnsServer()])
    const ended: string[] = []
    const slow = Promise.allSettled(
      Array.from({ length: 20 }, (_, at) =>
        resolve(`issuer-${at}.example.com`).finally(() => ended.push('issuer')),
      ),
    )
    await lookup('localhost').finally(() => ended.push('other host'))
    expect(ended).toEqual(['other host'])
    expect((await slow).map(({ status }) => status)).toEqual(Array(20).fill('rejected'))
  })
})
