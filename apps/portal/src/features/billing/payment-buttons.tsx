import type { Invoice } from '@portal/contract/billing/billing'
import { Button } from '@portal/ui/buttons/button'
import { LinkButton } from '@portal/ui/buttons/link-button'
import { useId } from 'react'
import { browserNavigation } from '../../lib/guard/browser-navigation.ts'
import type { NextStep } from './billing-status.ts'
import { invoiceName, payLabel } from './invoice-rules.ts'

export interface PaymentProps {
  /** The overdue invoice to pay first. Undefined while loading, and null if there is none. */
  overdue: Invoice | null | undefined
  checkoutUrl: string
  portalUrl: string
  isProviderUnavailable: boolean
}

interface PaymentButtonsProps extends PaymentProps {
  step: NextStep | undefined
  isConfigured: boolean
}

interface PayButtonProps {
  invoice: Invoice | undefined
  isDisabled: boolean
  disabledReason: string
}

function PayButton({ invoice, ...disabled }: PayButtonProps) {
  if (!invoice?.paymentUrl)
    return (
      <Button tone="accent" isLoading loadingText="Pay now">
        Pay now
      </Button>
    )
  return (
    <LinkButton href={invoice.paymentUrl} tone="accent" isNewTab {...disabled}>
      {`${payLabel(invoice)} for invoice ${invoiceName(invoice)}`}
    </LinkButton>
  )
}

/** Links to the pages of the billing provider. The next step comes first and is the primary button. */
export function PaymentButtons(props: PaymentButtonsProps) {
  const { step, overdue, checkoutUrl, portalUrl, isConfigured, isProviderUnavailable } = props
  const newTabId = useId()
  const disabled = {
    isDisabled: !isConfigured || isProviderUnavailable,
    disabledReason: isConfigured ? 'Payments are not available right now' : 'Payments are not available',
  }
  const openPortal = () => browserNavigation.openTab(portalUrl)
  const canPay = step === 'pay' && overdue !== null
  const needsCard = step === 'add-card' || (step === 'pay' && !canPay)
  return (
    <>
      {canPay && <PayButton invoice={overdue} {...disabled} />}
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
