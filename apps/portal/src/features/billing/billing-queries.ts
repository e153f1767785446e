import { type BillingOverview, billing } from '@portal/contract/billing/billing'
import { queryOptions } from '@tanstack/react-query'
import { apiQuery } from '../../lib/request/api-query.ts'

const of = (userId: string) => ({ params: { userId } })

const unpaidRefreshMs = 5_000

/** The refetch interval of the overview while a payment is overdue, because the user pays on a page of the provider. */
export const unpaidInterval = (data: { billingOverview: BillingOverview } | undefined): number | false =>
  data?.billingOverview.unpaidSince ? unpaidRefreshMs : false

export const detailsQuery = (userId: string) => apiQuery(billing.readDetails, of(userId))
export const overviewQuery = (userId: string) => apiQuery(billing.overview, of(userId))
export const subscriptionQuery = (userId: string) => apiQuery(billing.activeSubscription, of(userId))
/** Read from the provider, so this is the only query that fails during an outage. */
export const invoicesQuery = (userId: string) =>
  queryOptions({
    ...apiQuery(billing.listInvoices, of(userId)),
    // Requests to the provider are limited, so the focus of the tab sends one only if the user may return from a payment.
    refetchOnWindowFocus: ({ state: { data } }) =>
      data?.invoices.some(({ paymentUrl }) => paymentUrl !== null) ? 'always' : false,
  })
