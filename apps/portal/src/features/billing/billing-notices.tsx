import type { BillingOverview } from '@portal/contract/billing'
import { Button } from '@portal/ui/buttons/button'
import { LinkButton } from '@portal/ui/buttons/link-button'
import { StatusBox } from '@portal/ui/feedback/status-box'
import { Timestamp } from '@portal/ui/text/timestamp'
import { browserNavigation } from '../../lib/guard/browser-navigation.ts'
import type { BillingArrival } from './billing-arrival.ts'

export interface BillingNoticesProps {
  arrival: BillingArrival
  overview: BillingOverview
  isProviderAway: boolean
  /** The provider's payment page for the oldest overdue invoice, if known. */
  paymentUrl: string | undefined
  checkoutUrl: string
}

const Day = ({ date }: { date: string }) => (
  <Timestamp date={date} isTodayNamed={false} hasTooltip={false} className="whitespace-nowrap" />
)

function OverdueNotice({ overview, paymentUrl, checkoutUrl }: BillingNoticesProps) {
  const { unpaidSince, suspendsAt } = overview
  if (!unpaidSince) return null
  return (
    <StatusBox
      tone="danger"
      title="Payment is overdue"
      actions={
        paymentUrl ? (
          <LinkButton href={paymentUrl} tone="danger" size="sm" isNewTab>
            Pay now
          </LinkButton>
        ) : (
          <Button tone="danger" size="sm" onPress={() => browserNavigation.go(checkoutUrl)}>
            Update payment details
          </Button>
        )
      }
    >
      An invoice has been unpaid since <Day date={unpaidSince} />.
      {suspendsAt && (
        <>
          {' '}
          If it is still unpaid, your account will be paused on <Day date={suspendsAt} />.
        </>
      )}
    </StatusBox>
  )
}

/** The notices on top of the page: the result of a checkout, an overdue payment and an outage. */
export function BillingNotices(props: BillingNoticesProps) {
  const { arrival, overview, isProviderAway } = props
  const isOpeningRefused = arrival.problem === 'unavailable'
  return (
    <div className="flex flex-col gap-3 empty:hidden">
      {arrival.checkout === 'done' && (
        <StatusBox tone="success" title="Your payment details have been saved">
          It may take a moment for this page to update.
        </StatusBox>
      )}
      <OverdueNotice {...props} />
      {(isProviderAway || isOpeningRefused) && (
        <StatusBox
          tone="warning"
          title={
            isProviderAway ? 'Billing is temporarily unavailable' : 'Billing was temporarily unavailable'
          }
        >
          {isOpeningRefused && 'The page could not be opened, and nothing was changed. '}
          {isProviderAway
            ? 'You can still save your billing details. We will send them when billing is back.'
            : 'Try again.'}
        </StatusBox>
      )}
      {arrival.problem === 'too-many' && (
        <StatusBox tone="warning" title="Too many billing requests">
          The page could not be opened, and nothing was changed. Try again in ten minutes.
        </StatusBox>
      )}
      {!overview.isConfigured && (
        <StatusBox title="Billing is not configured">
          You won't be charged. You can still save your billing details.
        </StatusBox>
      )}
    </div>
  )
}
