import { billing } from '@portal/contract/billing/billing'
import { LinkButton } from '@portal/ui/buttons/link-button'
import { StatusBox } from '@portal/ui/feedback/status-box'
import { Icon } from '@portal/ui/text/icon'
import { TextLink } from '@portal/ui/text/text-link'
import { useQuery } from '@tanstack/react-query'
import { env } from '../../lib/env.ts'
import { useUser } from '../../lib/guard/session.ts'
import { NoticePage } from '../../lib/layout/notice-page.tsx'
import { apiQuery } from '../../lib/request/api-query.ts'
import { Failure } from '../../lib/request/failure.tsx'
import { ReasonGiven } from './reason-given.tsx'

export interface SuspensionNoticeProps {
  /** Why the page of the billing provider did not open. */
  problem?: 'unavailable' | 'not-configured' | 'too-many' | 'failed'
  /** Whether the user returns from a completed checkout. */
  isCheckoutDone?: boolean
}

/**
 * The only page that a suspended user can see: why the account is paused, and a link to update the payment details. The
 * link is missing while billing is not configured, and while the email is unverified.
 */
export function SuspensionNotice({ problem, isCheckoutDone = false }: SuspensionNoticeProps) {
  const { id: userId, emailVerified, suspensionReason } = useUser()
  const overview = useQuery({
    ...apiQuery(billing.overview, { params: { userId } }),
    enabled: emailVerified && problem !== 'not-configured',
  })
  const isConfigured = problem !== 'not-configured' && overview.data?.billingOverview.isConfigured !== false
  const isPayable = emailVerified && isConfigured
  const details = useQuery({
    ...apiQuery(billing.readDetails, { params: { userId } }),
    enabled: isPayable,
  })
  // Waits for the overview, so that the link does not disappear again if billing is not configured.
  const checkoutUrl =
    isPayable && !overview.isPending ? details.data?.billingDetails.customerCheckoutUrl : undefined
  return (
    <NoticePage
      title="Account Paused"
      icon={<Icon name="pause" size="2xl" className="text-warning-text" />}
      actions={
        <>
          {checkoutUrl && (
            <LinkButton href={checkoutUrl} tone={isCheckoutDone ? 'neutral' : 'accent'} icon="credit-card">
              Update payment details
            </LinkButton>
          )}
          <p className="mt-2 basis-full text-content-muted">
            Contact support at <TextLink href={`mailto:${env.supportEmail}`}>{env.supportEmail}</TextLink>.
          </p>
        </>
      }
    >
      <p>Your account has been paused pending payment or payment information.</p>
      <ReasonGiven reason={suspensionReason} />
      {isCheckoutDone && (
        <StatusBox tone="success" title="Payment details received" className="text-left">
          We received your payment details. If your account was paused because of an unpaid invoice, it
          reopens automatically once the invoice is paid. Otherwise, our staff will review it.
        </StatusBox>
      )}
      {!isConfigured && (
        <StatusBox title="Billing is not configured" className="text-left">
          You cannot pay here. Support can reopen your account.
        </StatusBox>
      )}
      {problem === 'failed' && (
        <StatusBox tone="warning" title="The page could not be opened" className="text-left">
          Something went wrong on our side, and nothing was changed. Contact support.
        </StatusBox>
      )}
      {problem === 'unavailable' && (
        <StatusBox tone="warning" title="Billing is temporarily unavailable" className="text-left">
          Nothing was changed. Try again in a few minutes.
        </StatusBox>
      )}
      {problem === 'too-many' && (
        <StatusBox tone="warning" title="Too many billing requests" className="text-left">
          Nothing was changed. Try again in ten minutes.
        </StatusBox>
      )}
      {details.isError && (
        <Failure error={details.error} retry={() => void details.refetch()} className="text-left" />
      )}
    </NoticePage>
  )
}
