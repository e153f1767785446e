import { Button } from '@portal/ui/buttons/button'
import { StatusBox } from '@portal/ui/feedback/status-box'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import type { ProviderReturn } from '../../lib/guard/search-parameters.ts'
import { useUser } from '../../lib/guard/session.ts'
import { type Anchor, AnchorNav } from '../../lib/layout/anchor-nav.tsx'
import { ListPending } from '../../lib/layout/list-pending.tsx'
import { SectionLoadError } from '../../lib/layout/section-load-error.tsx'
import { SectionShell } from '../../lib/layout/section-shell.tsx'
import { RequestError } from '../../lib/request/request-error.ts'
import { billingArrival } from './billing-arrival.ts'
import { BillingForm } from './billing-form.tsx'
import { detailsQuery, overviewQuery, subscriptionQuery, unpaidInterval } from './billing-queries.ts'
import { oldestOverdue, withPayments } from './invoice-rules.ts'
import { Invoices } from './invoices.tsx'
import { StatusPanel } from './status-panel.tsx'
import { useInvoices } from './use-invoices.ts'

const anchors: Anchor[] = [
  { id: 'plan', label: 'Plan', icon: 'credit-card' },
  { id: 'invoices', label: 'Invoices', icon: 'receipt' },
  { id: 'billing-details', label: 'Billing details', icon: 'building' },
]
const anchorsWithoutInvoices = anchors.filter(({ id }) => id !== 'invoices')

/** The header and the navigation of the page, also used while it loads. */
function BillingShell({ hasInvoices = true, children }: { hasInvoices?: boolean; children: ReactNode }) {
  return (
    <SectionShell
      parent="Billing"
      title="Update Your Billing Information"
      tabTitle="Billing"
      nav={<AnchorNav anchors={hasInvoices ? anchors : anchorsWithoutInvoices} />}
    >
      <div className="flex flex-col gap-6">{children}</div>
    </SectionShell>
  )
}

interface BillingNoticesProps {
  arrival: ProviderReturn
  isProviderUnavailable: boolean
  /** Asks the provider again. */
  onRetry: () => void
}

/** The notices at the top of the page: the result of a visit to the provider's page, and an outage. */
function BillingNotices({ arrival, isProviderUnavailable, onRetry }: BillingNoticesProps) {
  const isOpeningRefused = arrival.problem === 'unavailable'
  return (
    <div className="flex flex-col gap-3 empty:hidden">
      {arrival.checkout === 'done' && (
        <StatusBox tone="success" title="Your payment details have been saved">
          It may take a moment for this page to update.
        </StatusBox>
      )}
      {(isProviderUnavailable || isOpeningRefused) && (
        <StatusBox
          tone="warning"
          title={
            isProviderUnavailable
              ? 'Billing is temporarily unavailable'
              : 'Billing was temporarily unavailable'
          }
          actions={
            isProviderUnavailable && (
              <Button size="xs" onPress={onRetry}>
                Try again
              </Button>
            )
          }
        >
          {isOpeningRefused && <span>The page could not be opened, and nothing was changed. </span>}
          <span>
            {isProviderUnavailable
              ? 'You cannot pay or see your invoices right now. You can still save your billing details. They take effect when billing is available again.'
              : 'Try again.'}
          </span>
        </StatusBox>
      )}
      {arrival.problem === 'failed' && (
        <StatusBox tone="warning" title="The page could not be opened">
          Something went wrong on our side, and nothing was changed. Contact support.
        </StatusBox>
      )}
      {arrival.problem === 'too-many' && (
        <StatusBox tone="warning" title="Too many billing requests">
          The page could not be opened, and nothing was changed. Try again in ten minutes.
        </StatusBox>
      )}
    </div>
  )
}

/** The provider's webhook may arrive after the user returns from checkout, so the page polls for a while. */
const pollIntervalMs = 2_000
const maxPolls = 15

/** The status of the plan, the invoices and the billing details. See docs/product/billing.md#the-page. */
export function BillingPage() {
  const user = useUser()
  const [arrival] = useState(billingArrival.read)
  useEffect(() => billingArrival.forget, [])
  const pollInterval = (isSet: boolean | undefined, updates: number) =>
    arrival.checkout === 'done' && !isSet && updates < maxPolls ? pollIntervalMs : false
  const { data: details } = useSuspenseQuery(detailsQuery(user.id))
  const {
    data: { billingOverview },
  } = useSuspenseQuery({
    ...overviewQuery(user.id),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      pollInterval(data?.billingOverview.paymentDetailsSet, dataUpdateCount) || unpaidInterval(data),
  })
  const { data: subscription } = useSuspenseQuery({
    ...subscriptionQuery(user.id),
    refetchInterval: ({ state: { dataUpdateCount } }) =>
      pollInterval(billingOverview.paymentDetailsSet, dataUpdateCount),
  })
  const invoices = useInvoices(user.id, billingOverview)
  const isProviderUnavailable =
    invoices.error instanceof RequestError && invoices.error.code === 'BillingUnavailable'
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
        overview={withPayments(billingOverview, invoices.data?.invoices)}
        payment={{
          overdue: invoices.isPending ? undefined : (oldestOverdue(invoices.data?.invoices) ?? null),
          checkoutUrl: customerCheckoutUrl,
          portalUrl: customerPortalUrl,
          isProviderUnavailable,
        }}
      />
      {billingOverview.isConfigured && (
        <Invoices query={invoices} isProviderUnavailable={isProviderUnavailable} />
      )}
      <div id="billing-details">
        <BillingForm
          user={user}
          details={details.billingDetails}
          isProviderUnavailable={isProviderUnavailable}
        />
      </div>
    </BillingShell>
  )
}

/** The skeleton of the page. */
export function BillingPending() {
  return (
    <BillingShell>
      <div className="**:[animation-delay:0s]">
        <ListPending label="Loading your billing information..." lines={8} />
      </div>
    </BillingShell>
  )
}

/** Shown if the page could not be loaded. */
export function BillingError({ error, reset }: ErrorComponentProps) {
  return (
    <BillingShell>
      <SectionLoadError error={error} reset={reset} />
    </BillingShell>
  )
}
