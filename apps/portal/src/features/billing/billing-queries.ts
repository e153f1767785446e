import { billing } from '@portal/contract/billing/billing'
import { apiQuery } from '../../lib/request/api-query.ts'

const of = (userId: string) => ({ params: { userId } })

export const detailsQuery = (userId: string) => apiQuery(billing.readDetails, of(userId))
export const overviewQuery = (userId: string) => apiQuery(billing.overview, of(userId))
export const subscriptionQuery = (userId: string) => apiQuery(billing.activeSubscription, of(userId))
/** Read from the provider, so this is the only query that fails during an outage. */
export const invoicesQuery = (userId: string) => ({
  ...apiQuery(billing.listInvoices, of(userId)),
  // Requests to the provider are limited, and each focus of the tab would send one.
  refetchOnWindowFocus: false,
})
