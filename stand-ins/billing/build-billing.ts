import type { AddressInfo } from 'node:net'
import { FailureSwitch, registerFailureSwitch } from '../serving/failure-switch.ts'
import { createStandInServer, type StandIn, standInAt } from '../serving/stand-in-server.ts'
import { BillingLedger, openBillingState } from './billing-ledger.ts'
import { standIn } from './card-form.ts'
import { registerCheckoutPages } from './checkout-pages.ts'
import { registerControlRoutes } from './control-routes.ts'
import { registerCustomerPages } from './customer-pages.ts'
import { registerInvoicePages } from './invoice-pages.ts'
import { registerPortalPages } from './portal-pages.ts'
import { registerReadCalls } from './read-calls.ts'
import { registerSessionCalls } from './session-calls.ts'
import { StripeServer } from './stripe-server.ts'
import { catchUp } from './subscription-clock.ts'
import { WebhookSender } from './webhook-sender.ts'
import { registerWriteCalls } from './write-calls.ts'

interface BillingSettings {
  /** 0 selects a free port. */
  port: number
  dataFolder: string
  secretKey: string
  /** The URL that receives webhooks. If empty, none are sent. */
  webhookUrl: string
  webhookSecret: string
  /** Delay before the first retry of a webhook, in milliseconds. */
  firstRetryMs?: number
}

const clockTickMs = 15_000

/** Builds the billing provider, with Stripe's API under `/v1`, hosted pages and signed webhooks. */
export async function buildBilling(settings: BillingSettings): Promise<StandIn> {
  const file = openBillingState(settings.dataFolder)
  const failure = new FailureSwitch()
  const sender = new WebhookSender(
    file,
    { url: settings.webhookUrl, secret: settings.webhookSecret, firstRetryMs: settings.firstRetryMs },
    // A service that is down sends no webhooks.
    () => failure.mode === 'none' || failure.mode === 'slow',
  )
  const ledger = new BillingLedger(file, sender)
  const parts = { ledger, sender }
  const app = await createStandInServer(standIn)
  registerFailureSwitch(app, failure)
  await app.register(
    async (scope) => {
      const server = new StripeServer(scope, ledger, settings.secretKey)
      registerReadCalls(server)
      registerWriteCalls(server)
      registerSessionCalls(server)
    },
    { prefix: '/v1' },
  )
  registerControlRoutes(app, parts)
  registerCheckoutPages(app, parts)
  registerPortalPages(app, parts)
  registerInvoicePages(app, parts)
  registerCustomerPages(app, parts)
  const clock = setInterval(() => {
    for (const { id } of ledger.customers()) catchUp(ledger, id)
  }, clockTickMs)
  app.addHook('preClose', async () => {
    clearInterval(clock)
    sender.stop()
  })
  app.addHook('onClose', () => file.close())
  app.addHook('onListen', async () => {
    const [address] = app.addresses() as AddressInfo[]
    ledger.origin = `http://localhost:${address?.port}`
    sender.start()
  })
  return standInAt(app, settings.port)
}
