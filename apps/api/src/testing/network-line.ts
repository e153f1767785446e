import { connect, createServer, type Server, type Socket } from 'node:net'

/** A proxy to PostgreSQL that tests can close, make unresponsive and restore. */
export class NetworkLine {
  #server: Server | undefined
  #sockets = new Set<Socket>()
  #isSilent = false
  readonly #target: URL
  port = 0

  constructor(target: string) {
    this.#target = new URL(target)
  }

  get url(): string {
    const url = new URL(this.#target)
    url.port = String(this.port)
    return url.href
  }

  async open(): Promise<void> {
    this.#isSilent = false
    const server = createServer((near) => {
      const far = connect(Number(this.#target.port), this.#target.hostname)
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(from)
        from.on('error', () => {})
        from.on('close', () => to.destroy())
        from.on('data', (bytes) => {
          if (!this.#isSilent) to.write(bytes)
        })
      }
    })
    this.#server = server
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve))
    const address = server.address()
    this.port = typeof address === 'object' && address ? address.port : 0
  }

  goSilent(isSilent = true): void {
    this.#isSilent = isSilent
  }

  async cut(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    this.#sockets.clear()
    const server = this.#server
    if (server) await new Promise((resolve) => server.close(resolve))
  }
}
