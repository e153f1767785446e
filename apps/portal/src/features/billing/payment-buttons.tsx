import { Button } from '@portal/ui/buttons/button'
import { useId } from 'react'
import { browserNavigation } from '../../lib/guard/browser-navigation.ts'

export interface PaymentButtonsProps {
  checkoutUrl: string
  portalUrl: string
  isConfigured: boolean
}

/** Links to the checkout and the customer portal of the billing provider. */
export function PaymentButtons({ checkoutUrl, portalUrl, isConfigured }: PaymentButtonsProps) {
  const newTabId = useId()
  const disabled = { isDisabled: !isConfigured, disabledReason: 'Payments are not available' }
  return (
    <>
      <Button icon="credit-card" onPress={() => browserNavigation.go(checkoutUrl)} {...disabled}>
        Add / Update Payment Details
      </Button>
      <Button
        icon="receipt"
        iconRight="external-link"
        onPress={() => browserNavigation.openTab(portalUrl)}
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
