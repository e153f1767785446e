import { createFileRoute, redirect } from '@tanstack/react-router'
import { billingArrival } from '../../features/billing/billing-arrival.ts'
import { BillingError, BillingPage, BillingPending } from '../../features/billing/billing-page.tsx'
import { detailsQuery, overviewQuery, subscriptionQuery } from '../../features/billing/billing-queries.ts'
import { providerReturnIn } from '../../lib/guard/search-parameters.ts'
import { sessionQuery } from '../../lib/guard/session.ts'

export const Route = createFileRoute('/_signed-in/billing')({
  staticData: {
    name: 'billing',
    access: 'verified',
    section: {
      in: 'portal',
      label: 'Billing',
      icon: 'credit-card',
      order: 20,
      shortcut: 'b',
    },
  },
  validateSearch: providerReturnIn,
  // Removes one-time notices from the URL, so that a reload doesn't show them again.
  beforeLoad: ({ search }) => {
    if (search.problem === undefined && search.checkout === undefined) return
    billingArrival.keep(search)
    throw redirect({ to: '/billing', search: {}, replace: true })
  },
  loader: async ({ context: { queryClient } }) => {
    // The first page is preloaded before the user is known.
    const user = await queryClient.ensureQueryData(sessionQuery)
    if (!user) return
    await Promise.all([
      queryClient.ensureQueryData(detailsQuery(user.id)),
      queryClient.ensureQueryData(overviewQuery(user.id)),
      queryClient.ensureQueryData(subscriptionQuery(user.id)),
    ])
  },
  component: BillingPage,
  pendingComponent: BillingPending,
  errorComponent: BillingError,
})
