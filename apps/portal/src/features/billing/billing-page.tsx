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

/** The provider's webhook may arrive after the user returns from checkout, so the page polls for a while. */
const pollIntervalMs = 2_000
const maxPolls = 15

/** The plan, the invoices and the billing details. See docs/product/billing.md#the-page. */
export function BillingPage() {
  const user = useUser()
  const arrival = useBillingArrival()
  const isBackFromCheckout = arrival.checkout === 'done'
  const { data: details } = useSuspenseQuery(detailsQuery(user.id))
  const { data: overview } = useSuspenseQuery({
    ...overviewQuery(user.id),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      isBackFromCheckout && !data?.billingOverview.paymentDetailsSet && dataUpdateCount < maxPolls
        ? pollIntervalMs
        : false,
  })
  const { billingOverview } = overview
  const { data: subscription } = useSuspenseQuery({
    ...subscriptionQuery(user.id),
    refetchInterval: ({ state: { dataUpdateCount } }) =>
      isBackFromCheckout && !billingOverview.paymentDetailsSet && dataUpdateCount < maxPolls
        ? pollIntervalMs
        : false,
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
