import { temporaryFolder } from '../../serving/testing/temporary-folder.ts'
import { TestBrowser } from '../../serving/testing/test-browser.ts'
import { type BillingStandIn, buildBilling } from '../build-billing.ts'
import { type StripeBody, StripeClient } from './stripe-client.ts'
import { WebhookReceiver } from './webhook-receiver.ts'

/** Runs the billing provider with a webhook receiver and a temporary data folder. */
export class BillingFixture {
  receiver!: WebhookReceiver
  stripe!: StripeClient
  browser!: TestBrowser
  origin = ''
  #standIn!: BillingStandIn
  #folder!: Awaited<ReturnType<typeof temporaryFolder>>
  #webhookUrl = ''

  async open(): Promise<void> {
    this.#folder = await temporaryFolder()
    this.receiver = new WebhookReceiver()
    this.#webhookUrl = await this.receiver.listen()
    await this.start()
  }

  async start(): Promise<void> {
    this.#standIn = await buildBilling({
      port: 0,
      dataFolder: this.#folder.path,
      secretKey: 'sk_test_local',
      webhookUrl: this.#webhookUrl,
      webhookSecret: 'whsec_local',
      firstRetryMs: 5,
    })
    await this.#standIn.listen()
    this.origin = this.#standIn.origin
    this.stripe = new StripeClient(this.origin)
    this.browser = new TestBrowser(this.origin)
  }

  stop(): Promise<void> {
    return this.#standIn.close()
  }

  async close(): Promise<void> {
    await this.stop()
    this.receiver.close()
    await this.#folder.remove()
  }

  /** Sends a PUT request to the API for scripts. */
  async put(path: string, body: object): Promise<{ status: number; body: StripeBody }> {
    const reply = await fetch(`${this.origin}${path}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: reply.status, body: (await reply.json()) as StripeBody }
  }
}
