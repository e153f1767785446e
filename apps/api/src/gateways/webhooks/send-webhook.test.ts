import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterEach, describe, expect, it } from 'vitest'
import { hostileUrls, startCanary } from '../../testing/hostile-urls.ts'
import { newWebhookSecret, openWebhookGateway } from './send-webhook.ts'

const servers: { close(): unknown }[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

interface Received {
  headers: IncomingHttpHeaders
  body: string
}

/** Starts a server that answers with `answer`, and returns a gateway that trusts it. */
async function startReceiver(answer: RequestListener = (_, response) => response.end('ok')) {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received.push({ headers: request.headers, body })
    answer(request, response)
  })
  servers.push({ close: () => server.close().closeAllConnections() })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    received,
    url: `http://${host}/hook`,
    gateway: openWebhookGateway({ WEBHOOK_TRUSTED_HOSTS: [host] }),
  }
}

const event = { id: '01JBW6AV7P3Q9R5S1T7V2W8X4Y', type: 'token.created', subject: 'Größe – 漢字' }
const message = (url: string, secrets: string[]) => ({
  ...{ url, secrets, id: event.id, at: new Date(), body: JSON.stringify(event) },
})
const verify = (secret: string, { headers, body }: Received) =>
  new Webhook(secret).verify(body, headers as Record<string, string>)

describe('send', () => {
  it('signs so that the standardwebhooks package verifies it with either secret of an overlap, and no other', async () => {
    const { received, url, gateway } = await startReceiver()
    const [current, previous] = [newWebhookSecret(), newWebhookSecret()]
    const answer = await gateway.send(message(url, [current, previous]))
    expect(answer).toMatchObject({ status: 200, problem: null, answer: 'ok' })
    const [request] = received as [Received]
    for (const secret of [current, previous]) expect(verify(secret, request)).toEqual(event)
    expect(() => verify(newWebhookSecret(), request)).toThrow()
    expect(() => verify(current, { ...request, body: request.body.replace('token', 'member') })).toThrow()
    expect(request.headers['webhook-id']).toBe(event.id)
  })

  it('stores at most 1 KB of the answer, without characters that PostgreSQL refuses', async () => {
    const { url, gateway } = await startReceiver((_, response) =>
      response.writeHead(500).end(`\0${'x'.repeat(5_000)}`),
    )
    const { status, answer } = await gateway.send(message(url, [newWebhookSecret()]))
    expect([status, answer]).toEqual([500, 'x'.repeat(1_023)])
  })

  it.each<[string, RequestListener]>([
    ['never ends', (_, response) => response.write('received')],
    ['breaks off', ({ socket }, response) => response.write('received', () => socket.destroy())],
  ])('takes a status that arrives in time as the answer, although the body %s', async (_, answer) => {
    const { url, gateway } = await startReceiver(answer)
    expect(await gateway.send(message(url, [newWebhookSecret()]))).toMatchObject({
      status: 200,
      problem: null,
      answer: 'received',
    })
  })

  it('does not follow redirects', async () => {
    const inside = await startReceiver()
    const { url, gateway } = await startReceiver((_, response) =>
      response.writeHead(302, { location: inside.url }).end(),
    )
    expect((await gateway.send(message(url, [newWebhookSecret()]))).status).toBe(302)
    expect(inside.received).toEqual([])
  })

  it('reports a server that cannot be reached', async () => {
    const { url, gateway } = await startReceiver((request) => request.socket.destroy())
    expect(await gateway.send(message(url, [newWebhookSecret()]))).toMatchObject({
      status: null,
      problem: 'cannot be reached',
      answer: null,
    })
  })

  it('never contacts a hostile URL, nor a host whose name resolves to a private address by now', async () => {
    const canary = await startCanary()
    const gateway = openWebhookGateway({ WEBHOOK_TRUSTED_HOSTS: [] }, async () => [
      { address: '127.0.0.1', family: 4 },
    ])
    const [insecure = '', ...others] = hostileUrls(canary.port)
    const problemOf = async (url: string) => (await gateway.send(message(url, [newWebhookSecret()]))).problem
    expect(await problemOf(insecure)).toBe('does not use https')
    for (const url of [...others, `https://hooks.example.com:${canary.port}/hook`])
      expect(await problemOf(url), url).toBe('has no public address')
    expect(canary.hits()).toBe(0)
  })
})
