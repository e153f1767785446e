/** Runs the billing stand-in as a separate process, for end-to-end tests of the API with Stripe's protocol over HTTP. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { billing } from '@portal/contract/billing/billing'
import { afterAll, beforeAll } from 'vitest'
import { freePort } from '../../../../tools/processes/free-port.ts'
import { type ProcessGroup, startProcessGroup } from '../../../../tools/processes/process-group.ts'
import { buildApp } from '../app.ts'
import { billingJobs } from '../features/billing/billing-jobs.ts'
import { StripeBilling } from '../gateways/billing/billing-stripe.ts'
import type { Services } from '../services.ts'
import { type TestApp, useTestApp } from './build-test-app.ts'
import type { SignedIn } from './make-signed-in.ts'

const readyWithinMs = 20_000
const stopWithinMs = 2_000
const main = join(import.meta.dirname, '../../../../stand-ins/billing/main.ts')
const card = { number: '4242424242424242', expiry: '12/49', cvc: '123', name: 'Pat' }

interface HeldInvoice {
  id: string
  status: string
  total: number
  hosted_invoice_url: string
}

/** An event in Stripe's format. */
export interface ServiceEvent {
  id: string
  type: string
  data: { object: { id: string; customer?: string } }
}

/** A customer as stored by the billing service. */
export interface HeldCustomer {
  id: string
  name: string
  subscriptions: { id: string; status: string }[]
  invoices: HeldInvoice[]
}

export class BillingService {
  readonly test: TestApp
  readonly origin: string
  services!: Services

  constructor(test: TestApp, origin: string) {
    this.test = test
    this.origin = origin
  }

  get jobs() {
    return billingJobs(this.services)
  }

  /** Returns the input and credential of a call to the user's own account. */
  as(me: SignedIn) {
    return [{ params: { userId: me.user.id } }, { session: me.session }] as const
  }

  async subscription(me: SignedIn) {
    return (await this.test.send(billing.activeSubscription, ...this.as(me))).body.activeSubscription
  }

  async overview(me: SignedIn) {
    return (await this.test.send(billing.overview, ...this.as(me))).body.billingOverview
  }

  /** Returns the redirect target of the checkout or portal call. */
  async leadTo(me: SignedIn, call: typeof billing.checkout | typeof billing.portal): Promise<string> {
    const reply = await this.test.send(call as typeof billing.checkout, ...this.as(me))
    return String(reply.headers.location)
  }

  integrate(me: SignedIn): Promise<void> {
    return this.jobs['billing.integrate']({ userId: me.user.id }, this.test.jobs)
  }

  async put(path: string, body: object): Promise<Record<string, unknown>> {
    const reply = await fetch(this.origin + path, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return (await reply.json()) as Record<string, unknown>
  }

  /** Sends a request of Stripe's API, as another program or staff in the dashboard would. */
  async send(method: string, path: string, fields: Record<string, string> = {}) {
    const reply = await fetch(this.origin + path, {
      method,
      headers: { authorization: `Bearer ${this.test.config.STRIPE_SECRET_KEY}` },
      ...(method === 'POST' && { body: new URLSearchParams(fields) }),
    })
    return (await reply.json()) as Record<string, unknown>
  }

  /** Advances a customer's clock and waits until the webhooks are accepted. */
  advance(me: SignedIn, advanceDays: number) {
    return this.put(`/api/customers/${me.user.email}/clock`, { advanceDays })
  }

  /** Submits the card form on one of the service's pages. */
  fillIn(url: string, number = card.number): Promise<Response> {
    return fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ ...card, number }),
      redirect: 'manual',
    })
  }

  async held(me: SignedIn): Promise<HeldCustomer> {
    return (await (await fetch(`${this.origin}/api/customers/${me.user.email}`)).json()) as HeldCustomer
  }

  /** Returns the events about a user, oldest first, optionally of one type. */
  async eventsAbout(me: SignedIn, type?: string): Promise<ServiceEvent[]> {
    const { id } = await this.held(me)
    const reply = await fetch(
      `${this.origin}/v1/events?limit=100${type === undefined ? '' : `&type=${type}`}`,
      {
        headers: { authorization: `Bearer ${this.test.config.STRIPE_SECRET_KEY}` },
      },
    )
    const { data } = (await reply.json()) as { data: ServiceEvent[] }
    return data.filter(({ data: { object } }) => object.id === id || object.customer === id).reverse()
  }
}

/** Runs the app, with the real billing gateway, and the billing service for a test file. */
export async function useBillingService(environment: Record<string, string> = {}): Promise<BillingService> {
  const [apiPort, port] = [await freePort(), await freePort()]
  const origin = `http://localhost:${port}`
  const test = useTestApp({ STRIPE_API_URL: origin, ...environment })
  const service = new BillingService(test, origin)
  let group: ProcessGroup
  let folder: string

  beforeAll(async () => {
    await test.app.close()
    service.services = { ...test.services, billing: new StripeBilling(test.config) }
    test.app = await buildApp(service.services)
    folder = await mkdtemp(join(tmpdir(), 'billing-journey-'))
    group = startProcessGroup({
      arguments: [main],
      env: {
        ...process.env,
        DATA_DIR: folder,
        BILLING_PORT: String(port),
        BILLING_WEBHOOK_URL: `http://127.0.0.1:${apiPort}/billing/webhook`,
      },
      onLine: () => {},
    })
    await group.untilReady(origin, readyWithinMs)
    await test.app.listen({ host: '127.0.0.1', port: apiPort })
  }, 30_000)

  afterAll(async () => {
    await group.stop(stopWithinMs)
    await rm(folder, { recursive: true, force: true })
  })
  return service
}
