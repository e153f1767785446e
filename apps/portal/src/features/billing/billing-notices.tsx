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
  /** The provider's page that takes the payment of what is owed longest, where it is known. */
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
          If it stays so, your account is paused on <Day date={suspendsAt} />.
        </>
      )}
    </StatusBox>
  )
}

/** What is to be known before anything else: what came of a visit to the provider, what is owed, what does not work. */
export function BillingNotices(props: BillingNoticesProps) {
  const { arrival, overview, isProviderAway } = props
  const isOpeningRefused = arrival.problem === 'unavailable'
  return (
    <div className="flex flex-col gap-3 empty:hidden">
      {arrival.checkout === 'done' && (
        <StatusBox tone="success" title="Your payment details have been saved">
          Thank you. It may take a moment until everything on this page shows it.
        </StatusBox>
      )}
      <OverdueNotice {...props} />
      {(isProviderAway || isOpeningRefused) && (
        <StatusBox
          tone="warning"
          title={isProviderAway ? 'Billing cannot be reached at the moment' : 'Billing could not be reached'}
        >
          {isOpeningRefused && 'The page that you wanted could not be opened, and nothing was changed. '}
          {isProviderAway
            ? 'You can save your billing details all the same: they will be sent later.'
            : 'Please try again.'}
        </StatusBox>
      )}
      {!overview.isConfigured && (
        <StatusBox title="Billing is not configured">
          This portal has no billing provider, so nothing is charged. You can save your billing details all
          the same.
        </StatusBox>
      )}
    </div>
  )
}
