import { connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

type Mode = 'open' | 'silent' | 'slow'

/** A proxy between the API and its database that can refuse connections, stop responding or be slow. */
export class FailingNetwork {
  readonly #target: URL
  readonly #sockets = new Set<Socket>()
  #server: Server | undefined
  #port = 0
  #mode: Mode = 'open'
  #delayMs = 0

  constructor(target: string) {
    this.#target = new URL(target)
  }

  /** The URL of the database through this proxy. */
  get url(): string {
    const url = new URL(this.#target)
    url.port = String(this.#port)
    return url.href
  }

  async open(): Promise<void> {
    this.#mode = 'open'
    if (this.#server) return
    const server = createServer((client) => this.#pass(client))
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve))
    const address = server.address()
    if (typeof address === 'object' && address) this.#port = address.port
    this.#server = server
  }

  /** Drops all data from now on. */
  fallSilent(): void {
    this.#mode = 'silent'
  }

  /** Delays every reply by this time. */
  slowDown(delayMs: number): void {
    this.#mode = 'slow'
    this.#delayMs = delayMs
  }

  /** Cuts every connection and accepts new ones. Data that was dropped is lost, so the old connections are unusable. */
  async reconnect(): Promise<void> {
    await this.goAway()
    await this.open()
  }

  /** Cuts every connection and refuses new ones. */
  async goAway(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    for (const socket of this.#sockets) socket.destroy()
    if (server) await new Promise((resolve) => server.close(resolve))
  }

  #pass(client: Socket): void {
    const upstream = connect(Number(this.#target.port), this.#target.hostname)
    for (const socket of [client, upstream]) {
      this.#sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => this.#sockets.delete(socket))
    }
    client.on('data', (chunk) => this.#mode === 'silent' || upstream.write(chunk))
    upstream.on('data', async (chunk) => {
      if (this.#mode === 'slow') await sleep(this.#delayMs)
      client.write(chunk)
    })
    upstream.on('close', () => client.destroy())
    client.on('close', () => upstream.destroy())
  }
}
