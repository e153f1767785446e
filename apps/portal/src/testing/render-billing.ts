import {
  type ActiveSubscription,
  type BillingDetails,
  type BillingOverview,
  billing,
  type Invoice,
} from '@portal/contract/billing/billing'
import { billingDetails, billingOverview } from './billing.ts'
import { type RenderAppOptions, renderApp } from './render-app.tsx'

interface BillingOptions extends RenderAppOptions {
  overview?: Partial<BillingOverview>
  details?: Partial<BillingDetails>
  subscription?: ActiveSubscription | null
  invoices?: Invoice[]
  search?: string
}

/** Renders the billing page. */
export function renderBilling({
  overview,
  details,
  subscription = null,
  invoices = [],
  search = '',
  ...options
}: BillingOptions = {}) {
  return renderApp(`/billing${search}`, {
    ...options,
    prepare: (api) => {
      api.reply(billing.readDetails, { billingDetails: billingDetails(details) })
      api.reply(billing.overview, { billingOverview: billingOverview(overview) })
      api.reply(billing.activeSubscription, { activeSubscription: subscription })
      api.reply(billing.listInvoices, { invoices })
      options.prepare?.(api)
    },
  })
}
