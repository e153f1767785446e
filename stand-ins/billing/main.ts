import { dataFolderOf, readPort, runStandIn } from '../serving/run-stand-in.ts'
import { buildBilling } from './build-billing.ts'

await runStandIn('billing stand-in', () => {
  const { BILLING_WEBHOOK_URL, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET } = process.env
  return buildBilling({
    port: readPort('BILLING_PORT', 9003),
    dataFolder: dataFolderOf('billing'),
    secretKey: STRIPE_SECRET_KEY || 'sk_test_local',
    webhookUrl: BILLING_WEBHOOK_URL ?? 'http://localhost:9001/billing/webhook',
    webhookSecret: STRIPE_WEBHOOK_SECRET || 'whsec_local',
  })
})
