import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { arrayBuffer } from 'node:stream/consumers'

const checkEveryMs = 200
const checkTimeoutMs = 1_000

/** Headers of one connection, and those that `fetch` sets. */
const ownHeaders = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'content-encoding']

const without = (headers: Iterable<[string, unknown]>, names: readonly string[]) =>
  Object.fromEntries([...headers].filter(([name]) => !names.includes(name))) as Record<string, string>

const isReady = (url: string) =>
  fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(checkTimeoutMs) }).then(
    async (response) => {
      await response.arrayBuffer()
      return response.ok
    },
    () => false,
  )

/**
 * Starts a minimal load balancer, which sends requests to the ready targets in turn. It retries a refused connection on another
 * target, which is safe because nothing was sent, and retries nothing else. Reads `targets` again for each request.
 */
export async function startProxy(targets: readonly { url: string }[]) {
  const unready = new Set<string>()
  let turn = 0

  /** Returns all targets in turn, ready ones first. A process that isn't ready may still answer. */
  const urlsInTurn = () => {
    turn += 1
    const urls = targets.map((_, at) => targets[(at + turn) % targets.length]?.url ?? '')
    return urls.toSorted((left, right) => Number(unready.has(left)) - Number(unready.has(right)))
  }

  async function pass({ method, url, headers }: IncomingMessage, body: ArrayBuffer) {
    for (const target of urlsInTurn()) {
      try {
        return await fetch(target + url, {
          method,
          headers: without(Object.entries(headers), [...ownHeaders, 'host', 'accept-encoding']),
          redirect: 'manual',
          ...(body.byteLength > 0 ? { body } : {}),
        })
      } catch (error) {
        const { cause } = error as { cause?: NodeJS.ErrnoException }
        if (cause?.code !== 'ECONNREFUSED') return new Response(String(cause ?? error), { status: 502 })
      }
    }
    return new Response('no process answers', { status: 503 })
  }

  const server = createServer(async (incoming, answer) => {
    const response = await pass(incoming, await arrayBuffer(incoming))
    const body = Buffer.from(await response.arrayBuffer())
    answer.writeHead(response.status, without(response.headers, ownHeaders)).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const timer = setInterval(async () => {
    for (const { url } of targets) {
      if (await isReady(url)) unready.delete(url)
      else unready.add(url)
    }
  }, checkEveryMs)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      clearInterval(timer)
      server.close()
      server.closeAllConnections()
    },
  }
}
