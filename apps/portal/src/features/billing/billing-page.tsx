import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useUser } from '../../lib/guard/session.ts'
import { RequestError } from '../../lib/request/request-error.ts'
import { type BillingArrival, billingArrival } from './billing-arrival.ts'
import { BillingForm } from './billing-form.tsx'
import { BillingNotices } from './billing-notices.tsx'
import { detailsQuery, invoicesQuery, overviewQuery, subscriptionQuery } from './billing-queries.ts'
import { BillingShell } from './billing-shell.tsx'
import { Invoices } from './invoices.tsx'
import { PaymentButtons, type PaymentUrl } from './payment-buttons.tsx'
import { StatusPanel } from './status-panel.tsx'

/** Returns how the user arrived, and forgets it when they leave the page. */
function useBillingArrival(): BillingArrival {
  const [arrival] = useState(billingArrival.read)
  useEffect(() => () => billingArrival.forget(), [])
  return arrival
}

/** The provider's webhook may arrive after the user returns from checkout, so the page polls for a while. */
const pollIntervalMs = 2_000
const maxPolls = 15

/** The status of the plan, the invoices and the billing details. See docs/product/billing.md#the-page. */
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
  const isProviderUnavailable =
    invoices.error instanceof RequestError && invoices.error.code === 'BillingUnavailable'
  const owed = invoices.data?.invoices.findLast(({ isOverdue, paymentUrl }) => isOverdue && paymentUrl)
  const paymentUrl: PaymentUrl = invoices.isPending ? undefined : (owed?.paymentUrl ?? null)
  const { customerCheckoutUrl, customerPortalUrl } = details.billingDetails
  return (
    <BillingShell hasInvoices={billingOverview.isConfigured}>
      <BillingNotices
        arrival={arrival}
        isProviderUnavailable={isProviderUnavailable}
        onRetry={() => void invoices.refetch()}
      />
      <StatusPanel
        subscription={subscription.activeSubscription}
        overview={billingOverview}
        actions={(step) => (
          <PaymentButtons
            step={step}
            paymentUrl={paymentUrl}
            checkoutUrl={customerCheckoutUrl}
            portalUrl={customerPortalUrl}
            isConfigured={billingOverview.isConfigured}
            isProviderUnavailable={isProviderUnavailable}
          />
        )}
      />
      {billingOverview.isConfigured && (
        <Invoices query={invoices} isProviderUnavailable={isProviderUnavailable} />
      )}
      <div id="billing-details" className="scroll-mt-20">
        <BillingForm
          user={user}
          details={details.billingDetails}
          isProviderUnavailable={isProviderUnavailable}
        />
      </div>
    </BillingShell>
  )
}
