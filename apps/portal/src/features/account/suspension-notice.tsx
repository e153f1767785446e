import { billing } from '@portal/contract/billing'
import { LinkButton } from '@portal/ui/buttons/link-button'
import { ErrorMessage } from '@portal/ui/feedback/error-message'
import { StatusBox } from '@portal/ui/feedback/status-box'
import { Icon } from '@portal/ui/text/icon'
import { TextLink } from '@portal/ui/text/text-link'
import { useQuery } from '@tanstack/react-query'
import { env } from '../../lib/env.ts'
import { useUser } from '../../lib/guard/session.ts'
import { NoticePage } from '../../lib/layout/notice-page.tsx'
import { queryFor } from '../../lib/request/api.ts'
import { errorTexts } from '../../lib/request/error-messages.ts'
import { ReasonGiven } from './reason-given.tsx'

export interface SuspensionNoticeProps {
  /** Why the provider's page did not open. */
  problem?: 'unavailable' | 'not-configured'
  /** The person comes back from the provider's page with everything done. */
  isCheckoutDone?: boolean
}

/**
 * The only page that a suspended user can see: why the account is paused, and a link to update the payment details. The
 * link is missing while billing is not configured, and while the email is unverified.
 */
export function SuspensionNotice({ problem, isCheckoutDone = false }: SuspensionNoticeProps) {
  const { id: userId, emailVerified, suspensionReason } = useUser()
  const overview = useQuery({
    ...queryFor(billing.overview, { params: { userId } }),
    enabled: emailVerified && problem !== 'not-configured',
  })
  const isConfigured = problem !== 'not-configured' && overview.data?.billingOverview.isConfigured !== false
  const isPayable = emailVerified && isConfigured
  const details = useQuery({
    ...queryFor(billing.readDetails, { params: { userId } }),
    enabled: isPayable,
  })
  // Not before it is known that there is something to lead to.
  const checkoutUrl =
    isPayable && !overview.isPending ? details.data?.billingDetails.customerCheckoutUrl : undefined
  return (
    <NoticePage
      title="Account Paused"
      icon={<Icon name="pause" size="2xl" className="text-warning-text" />}
      actions={
        checkoutUrl && (
          <LinkButton href={checkoutUrl} tone="accent" icon="credit-card">
            Update payment details
          </LinkButton>
        )
      }
    >
      <p>Your account has been paused pending payment or payment information.</p>
      <ReasonGiven reason={suspensionReason} />
      {isCheckoutDone && (
        <StatusBox tone="success" title="Thank you" className="text-left">
          Your payment details have arrived. Where an unpaid invoice was the reason, the account opens by
          itself once it is paid; else once they have been looked at.
        </StatusBox>
      )}
      {!isConfigured && (
        <StatusBox title="Billing is not configured" className="text-left">
          This portal has no billing provider, so there is nothing to pay here. Support can open the account.
        </StatusBox>
      )}
      {problem === 'unavailable' && (
        <StatusBox tone="warning" title="Billing cannot be reached at the moment" className="text-left">
          Nothing was changed. Please try again in a few minutes.
        </StatusBox>
      )}
      <p>
        Please contact support at <TextLink href={`mailto:${env.supportEmail}`}>{env.supportEmail}</TextLink>.
      </p>
      {details.isError && (
        <ErrorMessage
          {...errorTexts(details.error)}
          onRetry={() => void details.refetch()}
          className="text-left"
        />
      )}
    </NoticePage>
  )
}
