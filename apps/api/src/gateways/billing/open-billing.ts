import type { Config } from '../../config.ts'
import type { BillingGateway } from './billing.ts'
import { StripeBilling } from './billing-stripe.ts'

export function openBillingGateway(config: Config): BillingGateway {
  return new StripeBilling(config)
}
