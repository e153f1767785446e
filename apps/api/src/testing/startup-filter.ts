import { connect, createServer, type Server, type Socket } from 'node:net'

const hidden = new Set(['statement_timeout', 'idle_in_transaction_session_timeout'])

/** A proxy to PostgreSQL that ignores some settings of a new session, as PgBouncer can be configured to. */
export class StartupFilter {
  readonly #target: URL
  readonly #sockets = new Set<Socket>()
  #server: Server | undefined

  constructor(target: string) {
    this.#target = new URL(target)
  }

  /** Returns the URL of the database through this proxy. */
  async open(): Promise<string> {
    const server = createServer((near) => {
      const far = connect(Number(this.#target.port), this.#target.hostname)
      for (const socket of [near, far]) {
        this.#sockets.add(socket)
        socket.on('error', () => {})
      }
      near.once('data', (startup: Buffer) => {
        far.write(withoutSettings(startup))
        near.pipe(far)
      })
      far.pipe(near)
    })
    this.#server = server
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const url = new URL(this.#target)
    url.port = String(typeof address === 'object' && address ? address.port : 0)
    return url.href
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    const server = this.#server
    if (server) await new Promise((resolve) => server.close(resolve))
  }
}

/** A startup packet is its length, the protocol's version, and pairs of strings that end in a zero byte. */
function withoutSettings(packet: Buffer): Buffer {
  const words = packet.subarray(8).toString('latin1').split('\0')
  const kept: string[] = []
  for (let at = 0; at + 1 < words.length && words[at]; at += 2)
    if (!hidden.has(words[at] ?? '')) kept.push(words[at] ?? '', words[at + 1] ?? '')
  const body = Buffer.from([...kept, ''].map((word) => `${word}\0`).join(''), 'latin1')
  const head = Buffer.from(packet.subarray(0, 8))
  head.writeInt32BE(head.length + body.length)
  return Buffer.concat([head, body])
}
