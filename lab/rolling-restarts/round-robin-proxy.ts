/**
 * A minimal load balancer. It distributes requests to the ready processes in turn. It retries a refused connection on
 * another process, which is safe because nothing was sent, and retries nothing else.
 */
import {
  Agent,
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'

const checkEveryMs = 200
const checkTimeoutMs = 1_000

interface Target {
  url: string
  isReady: boolean
  agent: Agent
}

const targetOf = (url: string): Target => ({ url, isReady: true, agent: new Agent({ keepAlive: true }) })

export class RoundRobinProxy {
  /** Requests that were sent to another process after a refused connection. */
  sentElsewhere = 0
  readonly #server: Server
  readonly #timer: NodeJS.Timeout
  #targets: Target[]
  #turn = 0

  private constructor(urls: readonly string[]) {
    this.#targets = urls.map(targetOf)
    this.#server = createServer((incoming, answer) => void this.#pass(incoming, answer))
    this.#timer = setInterval(() => void this.#check(), checkEveryMs)
  }

  static async start(urls: readonly string[]): Promise<RoundRobinProxy> {
    const proxy = new RoundRobinProxy(urls)
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve))
    return proxy
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Replaces a stopped process with a started one. */
  replace(gone: string, started: string): void {
    this.#targets = this.#targets.map((target) => (target.url === gone ? targetOf(started) : target))
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    for (const { agent } of this.#targets) agent.destroy()
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve())
      this.#server.closeAllConnections()
    })
  }

  async #check(): Promise<void> {
    const checks = this.#targets.map(async (target) => {
      const signal = AbortSignal.timeout(checkTimeoutMs)
      target.isReady = await fetch(`${target.url}/health/ready`, { signal }).then(
        async (response) => {
          await response.arrayBuffer()
          return response.ok
        },
        () => false,
      )
    })
    await Promise.all(checks)
  }

  /** Returns all processes in turn, ready ones first. A process that isn't ready may still answer. */
  #inTurn(): Target[] {
    this.#turn += 1
    const turned = this.#targets.map((_, at) => this.#targets[(at + this.#turn) % this.#targets.length])
    return turned
      .filter((target) => target !== undefined)
      .toSorted((left, right) => Number(right.isReady) - Number(left.isReady))
  }

  async #pass(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    for (const target of this.#inTurn()) {
      try {
        const received = await ask(target, incoming, body)
        answer.writeHead(received.statusCode ?? 502, withoutHop(received.headers))
        received.pipe(answer)
        return
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ECONNREFUSED') {
          answer.writeHead(502).end(String(error))
          return
        }
        this.sentElsewhere += 1
      }
    }
    answer.writeHead(503).end('no process answers')
  }
}

/** Hop-by-hop headers must not be forwarded. */
function withoutHop({ connection, 'keep-alive': keepAlive, ...headers }: IncomingMessage['headers']) {
  return headers
}

function ask(target: Target, incoming: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { method, headers, url = '/' } = incoming
    const outgoing = request(new URL(url, target.url), {
      agent: target.agent,
      method: method ?? 'GET',
      headers: { ...withoutHop(headers), host: new URL(target.url).host },
    })
    outgoing.once('response', resolve)
    outgoing.once('error', reject)
    outgoing.end(body)
  })
}
