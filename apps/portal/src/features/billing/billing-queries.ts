import { billing } from '@portal/contract/billing/billing'
import { queryFor } from '../../lib/request/queries.ts'

const of = (userId: string) => ({ params: { userId } })

export const detailsQuery = (userId: string) => queryFor(billing.readDetails, of(userId))
export const overviewQuery = (userId: string) => queryFor(billing.overview, of(userId))
export const subscriptionQuery = (userId: string) => queryFor(billing.activeSubscription, of(userId))
/** Read from the provider, so this is the only query that fails during an outage. */
export const invoicesQuery = (userId: string) => ({
  ...queryFor(billing.listInvoices, of(userId)),
  // Requests to the provider are limited, and each focus of the tab would send one.
  refetchOnWindowFocus: false,
})
