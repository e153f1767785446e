import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'

export interface RawReply {
  status: number
  headers: IncomingMessage['headers']
  body: string
  ms: number
}

/** An HTTP client that sends requests unchanged. */
export class RawClient {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 4 })
  readonly #port: number

  constructor(port: number) {
    this.#port = port
  }

  async send(
    method: string,
    path: string,
    headers: Record<string, string>,
    payload?: string | Buffer,
  ): Promise<RawReply> {
    const began = performance.now()
    const length = payload === undefined ? {} : { 'content-length': String(Buffer.byteLength(payload)) }
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = request(
        {
          host: '127.0.0.1',
          port: this.#port,
          method,
          path,
          agent: this.#agent,
          headers: { ...headers, ...length },
        },
        resolve,
      )
      sent.on('error', reject)
      sent.end(payload)
    })
    const body = await text(response)
    return {
      status: response.statusCode ?? 0,
      headers: response.headers,
      body,
      ms: performance.now() - began,
    }
  }

  close(): void {
    this.#agent.destroy()
  }
}
