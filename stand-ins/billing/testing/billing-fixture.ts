import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Stripe } from 'stripe'
import type { StandIn } from '../../serving/stand-in-server.ts'
import { temporaryFolder } from '../../serving/testing/temporary-folder.ts'
import { TestBrowser } from '../../serving/testing/test-browser.ts'
import { buildBilling } from '../build-billing.ts'

const webhookSecret = 'whsec_local'

/** Any object of the API for scripts. The test knows which one to expect. */
type Body = { id: string; [field: string]: unknown }

/** Runs the billing provider with Stripe's own client, a webhook receiver and a temporary data folder. */
export class BillingFixture {
  stripe!: Stripe
  browser!: TestBrowser
  origin = ''
  /** The received events, whose signatures Stripe's library has checked. */
  received: Stripe.Event[] = []
  /** The number of next deliveries that the receiver refuses. */
  refusals = 0
  tries = 0
  #standIn!: StandIn
  #folder!: Awaited<ReturnType<typeof temporaryFolder>>
  readonly #receiver = createServer(async (request, response) => {
    const body = await text(request)
    this.tries += 1
    const isRefused = this.refusals > 0
    if (isRefused) this.refusals -= 1
    else {
      const signature = String(request.headers['stripe-signature'])
      this.received.push(this.stripe.webhooks.constructEvent(body, signature, webhookSecret))
    }
    response.writeHead(isRefused ? 500 : 204).end()
  })

  async open(): Promise<void> {
    Object.assign(this, { received: [], refusals: 0, tries: 0 })
    this.#folder = await temporaryFolder()
    await once(this.#receiver.listen(0, '127.0.0.1'), 'listening')
    await this.start()
  }

  async start(): Promise<void> {
    this.#standIn = await buildBilling({
      port: 0,
      dataFolder: this.#folder.path,
      secretKey: 'sk_test_local',
      webhookUrl: `http://127.0.0.1:${(this.#receiver.address() as AddressInfo).port}/billing/webhook`,
      webhookSecret,
      firstRetryMs: 5,
    })
    this.origin = await this.#standIn.listen()
    this.stripe = this.client('sk_test_local')
    this.browser = new TestBrowser(this.origin)
  }

  stop(): Promise<void> {
    return this.#standIn.close()
  }

  async close(): Promise<void> {
    await this.stop()
    this.#receiver.close()
    this.#receiver.closeAllConnections()
    await this.#folder.remove()
  }

  client(key: string): Stripe {
    const { hostname: host, port } = new URL(this.origin)
    return new Stripe(key, { host, port, protocol: 'http', telemetry: false, maxNetworkRetries: 0 })
  }

  get types(): string[] {
    return this.received.map(({ type }) => type)
  }

  /** Sends a PUT request to the API for scripts. */
  async put(path: string, body: object): Promise<{ status: number; body: Body }> {
    const reply = await fetch(`${this.origin}${path}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: reply.status, body: (await reply.json()) as Body }
  }
}
