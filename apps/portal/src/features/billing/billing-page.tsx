import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useUser } from '../../lib/guard/session.ts'
import { Page } from '../../lib/layout/page.tsx'
import { RequestError } from '../../lib/request/request-error.ts'
import { BillingForm } from './billing-form.tsx'
import { BillingNotices } from './billing-notices.tsx'
import { billingHead } from './billing-pending.tsx'
import { detailsQuery, invoicesQuery, overviewQuery, subscriptionQuery } from './billing-queries.ts'
import { Invoices } from './invoices.tsx'
import { PlanCard } from './plan-card.tsx'
import { useBillingArrival } from './use-billing-arrival.ts'

/** After checkout the provider's word may come a little later than the person. */
const askAgainAfterMs = 2_000
const mostAsked = 15

/** Billing details, the plan and the invoices (SPEC section 2, "Billing page"; RULES section 8). */
export function BillingPage() {
  const user = useUser()
  const arrival = useBillingArrival()
  const isBack = arrival.checkout === 'done'
  const { data: details } = useSuspenseQuery(detailsQuery(user.id))
  const { data: overview } = useSuspenseQuery({
    ...overviewQuery(user.id),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      isBack && !data?.billingOverview.paymentDetailsSet && dataUpdateCount < mostAsked
        ? askAgainAfterMs
        : false,
  })
  const { billingOverview } = overview
  const { data: subscription } = useSuspenseQuery({
    ...subscriptionQuery(user.id),
    refetchInterval: ({ state: { dataUpdateCount } }) =>
      isBack && !billingOverview.paymentDetailsSet && dataUpdateCount < mostAsked ? askAgainAfterMs : false,
  })
  const invoices = useQuery({ ...invoicesQuery(user.id), enabled: billingOverview.isConfigured })
  const isProviderAway =
    invoices.error instanceof RequestError && invoices.error.code === 'BillingUnavailable'
  const owed = invoices.data?.invoices.findLast(({ isOverdue, paymentUrl }) => isOverdue && paymentUrl)
  const { customerCheckoutUrl, customerPortalUrl } = details.billingDetails
  return (
    <Page {...billingHead}>
      <BillingNotices
        arrival={arrival}
        overview={billingOverview}
        isProviderAway={isProviderAway}
        paymentUrl={owed?.paymentUrl ?? undefined}
        checkoutUrl={customerCheckoutUrl}
      />
      <PlanCard
        subscription={subscription.activeSubscription}
        overview={billingOverview}
        checkoutUrl={customerCheckoutUrl}
        portalUrl={customerPortalUrl}
      />
      {billingOverview.isConfigured && <Invoices query={invoices} />}
      <BillingForm user={user} details={details.billingDetails} isProviderAway={isProviderAway} />
    </Page>
  )
}
