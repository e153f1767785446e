import { Button } from '@portal/ui/buttons/button'
import { StatusBox } from '@portal/ui/feedback/status-box'
import type { BillingArrival } from './billing-arrival.ts'

export interface BillingNoticesProps {
  arrival: BillingArrival
  isProviderUnavailable: boolean
  /** Asks the provider again. */
  onRetry: () => void
}

/** The notices at the top of the page: the result of a visit to the provider's page, and an outage. */
export function BillingNotices({ arrival, isProviderUnavailable, onRetry }: BillingNoticesProps) {
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
