import { Button } from '@portal/ui/buttons/button'
import { LinkButton } from '@portal/ui/buttons/link-button'
import { useId } from 'react'
import { browserNavigation } from '../../lib/guard/browser-navigation.ts'
import type { NextStep } from './billing-status.ts'

export interface PaymentProps {
  /** The provider's payment page for the oldest overdue invoice. Undefined while loading, and null if there is none. */
  paymentUrl: string | null | undefined
  checkoutUrl: string
  portalUrl: string
  isProviderUnavailable: boolean
}

interface PaymentButtonsProps extends PaymentProps {
  step: NextStep | undefined
  isConfigured: boolean
}

interface PayButtonProps {
  paymentUrl: string | undefined
  isDisabled: boolean
  disabledReason: string
}

function PayButton({ paymentUrl, ...disabled }: PayButtonProps) {
  if (paymentUrl === undefined)
    return (
      <Button tone="accent" isLoading loadingText="Pay now">
        Pay now
      </Button>
    )
  return (
    <LinkButton href={paymentUrl} tone="accent" isNewTab {...disabled}>
      Pay now
    </LinkButton>
  )
}

/** Links to the pages of the billing provider. The next step comes first and is the primary button. */
export function PaymentButtons(props: PaymentButtonsProps) {
  const { step, paymentUrl, checkoutUrl, portalUrl, isConfigured, isProviderUnavailable } = props
  const newTabId = useId()
  const disabled = {
    isDisabled: !isConfigured || isProviderUnavailable,
    disabledReason: isConfigured ? 'Payments are not available right now' : 'Payments are not available',
  }
  const openPortal = () => browserNavigation.openTab(portalUrl)
  const canPay = step === 'pay' && paymentUrl !== null
  const needsCard = step === 'add-card' || (step === 'pay' && !canPay)
  return (
    <>
      {canPay && <PayButton paymentUrl={paymentUrl} {...disabled} />}
      {step === 'resume' && (
        <Button
          tone="accent"
          iconRight="external-link"
          onPress={openPortal}
          aria-describedby={newTabId}
          {...disabled}
        >
          Resume subscription
        </Button>
      )}
      <Button
        icon="credit-card"
        tone={needsCard ? 'accent' : 'neutral'}
        onPress={() => browserNavigation.go(checkoutUrl)}
        {...disabled}
      >
        Add / Update Payment Details
      </Button>
      <Button
        icon="receipt"
        iconRight="external-link"
        onPress={openPortal}
        aria-describedby={newTabId}
        {...disabled}
      >
        View Your Invoices
      </Button>
      <span id={newTabId} hidden>
        Opens in a new tab
      </span>
    </>
  )
}
