import { LinkButton } from '@portal/ui/buttons/link-button'
import { StatusBox } from '@portal/ui/feedback/status-box'
import { Icon } from '@portal/ui/text/icon'
import { TextLink } from '@portal/ui/text/text-link'
import { useQuery } from '@tanstack/react-query'
import { env } from '../../lib/env.ts'
import type { ProviderReturn } from '../../lib/guard/search-parameters.ts'
import { useUser } from '../../lib/guard/session.ts'
import { NoticePage } from '../../lib/layout/notice-page.tsx'
import { Failure } from '../../lib/request/failure.tsx'
import { detailsQuery, overviewQuery } from '../billing/billing-queries.ts'
import { ReasonGiven } from './reason-given.tsx'

const problems = {
  unavailable: ['Billing is temporarily unavailable', 'Nothing was changed. Try again in a few minutes.'],
  'too-many': ['Too many billing requests', 'Nothing was changed. Try again in ten minutes.'],
  failed: [
    'The page could not be opened',
    'Something went wrong on our side, and nothing was changed. Contact support.',
  ],
} as const

/**
 * The only page that a suspended user can see: why the account is paused, and a link to update the payment details. The
 * link is missing while billing is not configured, and while the email is unverified.
 */
export function SuspensionNotice({ problem, checkout }: ProviderReturn) {
  const { id: userId, emailVerified, suspensionReason } = useUser()
  const overview = useQuery({
    ...overviewQuery(userId),
    enabled: emailVerified && problem !== 'not-configured',
  })
  const isConfigured = problem !== 'not-configured' && overview.data?.billingOverview.isConfigured !== false
  const isPayable = emailVerified && isConfigured
  const details = useQuery({ ...detailsQuery(userId), enabled: isPayable })
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
            <LinkButton
              href={checkoutUrl}
              tone={checkout === 'done' ? 'neutral' : 'accent'}
              icon="credit-card"
            >
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
      {checkout === 'done' && (
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
      {problem && problem !== 'not-configured' && (
        <StatusBox tone="warning" title={problems[problem][0]} className="text-left">
          {problems[problem][1]}
        </StatusBox>
      )}
      {details.isError && (
        <Failure error={details.error} retry={() => void details.refetch()} className="text-left" />
      )}
    </NoticePage>
  )
}
