import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

/** A mail server that accepts every mail and remembers when it arrived, by recipient. */
export class MailSink {
  readonly url: string
  readonly #server: Server
  readonly #arrivals = new Map<string, number>()
  readonly #awaited = new Map<string, (at: number) => void>()

  private constructor(server: Server) {
    this.#server = server
    this.url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
    server.on('connection', (socket) => this.#talk(socket))
  }

  static async open(): Promise<MailSink> {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new MailSink(server)
  }

  /** Returns the time by `performance.now()`. Stops waiting after `longestMs`, so that a lost mail can't block a benchmark. */
  async arrivalOf(address: string, longestMs = 20_000): Promise<number> {
    const known = this.#arrivals.get(address)
    if (known !== undefined) return known
    const { promise, resolve } = Promise.withResolvers<number>()
    this.#awaited.set(address, resolve)
    setTimeout(() => resolve(performance.now()), longestMs).unref()
    return promise
  }

  close(): void {
    this.#server.close()
  }

  #talk(socket: Socket): void {
    let isData = false
    let recipient = ''
    let rest = ''
    socket.on('error', () => {})
    socket.write('220 sink\r\n')
    socket.on('data', (chunk) => {
      const lines = (rest + String(chunk)).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (isData && line !== '.') continue
        if (isData) this.#arrived(recipient)
        isData = /^DATA$/i.test(line)
        recipient = /^RCPT TO:<(.*)>/i.exec(line)?.[1] ?? recipient
        socket.write(isData ? '354 go on\r\n' : /^QUIT$/i.test(line) ? '221 bye\r\n' : '250 ok\r\n')
      }
    })
  }

  #arrived(address: string): void {
    const at = performance.now()
    this.#arrivals.set(address, at)
    this.#awaited.get(address)?.(at)
  }
}
