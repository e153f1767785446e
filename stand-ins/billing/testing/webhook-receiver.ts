import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

export interface ReceivedEvent {
  type: string
  signature: string
  body: string
  subject: { status?: string; [field: string]: unknown }
}

/** Receives webhooks in place of the product. Responds with 500 to the next `refusals` deliveries. */
export class WebhookReceiver {
  readonly received: ReceivedEvent[] = []
  refusals = 0
  tries = 0
  readonly #server = createServer(async (request, response) => {
    const body = await text(request)
    this.tries += 1
    if (this.refusals > 0) {
      this.refusals -= 1
      response.writeHead(500).end()
      return
    }
    const event = JSON.parse(body) as { type: string; data: { object: ReceivedEvent['subject'] } }
    const signature = String(request.headers['stripe-signature'])
    this.received.push({ type: event.type, signature, body, subject: event.data.object })
    response.writeHead(204).end()
  })

  /** @returns the webhook URL */
  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    const address = this.#server.address()
    return `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}/billing/webhook`
  }

  get types(): string[] {
    return this.received.map(({ type }) => type)
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }
}
