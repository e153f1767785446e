import type { BillingOverview, Invoice } from '@portal/contract/billing/billing'
import { LinkButton } from '@portal/ui/buttons/link-button'
import { StatusBox } from '@portal/ui/feedback/status-box'
import { showToast } from '@portal/ui/lib/toast-queue'
import { Icon } from '@portal/ui/text/icon'
import { TextLink } from '@portal/ui/text/text-link'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { env } from '../../lib/env.ts'
import type { ProviderReturn } from '../../lib/guard/search-parameters.ts'
import { sessionQuery, useUser } from '../../lib/guard/session.ts'
import { NoticePage } from '../../lib/layout/notice-page.tsx'
import { Failure } from '../../lib/request/failure.tsx'
import { detailsQuery, overviewQuery, unpaidInterval } from '../billing/billing-queries.ts'
import { invoiceName, oldestOverdue, payLabel, withPayments } from '../billing/invoice-rules.ts'
import { useInvoices } from '../billing/use-invoices.ts'
import { ReasonGiven } from './reason-given.tsx'

const supportUrl = `mailto:${env.supportEmail}`

const problems = {
  unavailable: ['Billing is temporarily unavailable', 'Nothing was changed. Try again in a few minutes.'],
  'too-many': ['Too many billing requests', 'Nothing was changed. Try again in ten minutes.'],
  failed: [
    'The page could not be opened',
    'Something went wrong on our side, and nothing was changed. Contact support.',
  ],
} as const

interface WhatFollowsProps {
  overdue: readonly Invoice[]
  isReactivatedByPayment: boolean
}

/** What a payment of the overdue invoices changes. */
function WhatFollows({ overdue, isReactivatedByPayment }: WhatFollowsProps) {
  const [invoice, ...others] = overdue
  if (!invoice) return null
  const what =
    others.length === 0 ? (
      <span>
        invoice <span className="whitespace-nowrap">{invoiceName(invoice)}</span>
      </span>
    ) : (
      <span>the {overdue.length} overdue invoices</span>
    )
  return (
    <p>
      {isReactivatedByPayment ? (
        <span>Your account reopens automatically as soon as you have paid {what}.</span>
      ) : (
        <span>
          Our staff paused your account, so it does not reopen automatically when you pay {what}. Contact
          support after you pay.
        </span>
      )}
      {others.length > 0 && <span> The oldest comes first.</span>}
    </p>
  )
}

/** Returns the newest paid invoice once no invoice is overdue and the account is still paused, because staff have to reopen it. */
function findPaid(state: BillingOverview | undefined, list: readonly Invoice[] | undefined) {
  if (!state || state.isReactivatedByPayment || list?.some(({ isOverdue }) => isOverdue)) return undefined
  if (withPayments(state, list).unpaidSince !== null) return undefined
  return list?.find(({ status }) => status === 'paid')
}

/** Continues to the workspaces when the account has been reactivated, which is shortly after the last payment. */
function useReopening(isPaid: boolean): void {
  const queryClient = useQueryClient()
  const reload = useEffectEvent(async () => {
    const user = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
    if (user && !user.suspendedAt) showToast('Your account is active again', { tone: 'success' })
  })
  useEffect(() => {
    // The request layer logs a failure.
    if (isPaid) void reload().catch(() => undefined)
  }, [isPaid])
}

/**
 * The only page that a suspended user can see: why the account is paused, the payment of an overdue invoice, and a link to update
 * the payment details. The links are missing while billing is not configured, and while the email is unverified. See
 * docs/product/billing.md#unpaid-accounts.
 */
export function SuspensionNotice({ problem, checkout }: ProviderReturn) {
  const { id: userId, emailVerified, suspensionReason } = useUser()
  const overview = useQuery({
    ...overviewQuery(userId),
    enabled: emailVerified && problem !== 'not-configured',
    refetchInterval: ({ state }) => unpaidInterval(state.data),
  })
  const state = overview.data?.billingOverview
  const isConfigured = problem !== 'not-configured' && state?.isConfigured !== false
  const isPayable = emailVerified && isConfigured
  const details = useQuery({ ...detailsQuery(userId), enabled: isPayable })
  const invoices = useInvoices(userId, state)
  useReopening(state?.unpaidSince === null)

  const list = invoices.data?.invoices
  const overdue = list?.filter(({ isOverdue }) => isOverdue) ?? []
  const first = oldestOverdue(list)
  const isReactivatedByPayment = state?.isReactivatedByPayment === true
  const isConfirming =
    isReactivatedByPayment && state.unpaidSince !== null && withPayments(state, list).unpaidSince === null
  const paid = findPaid(state, list)
  const needsDetails = !paid || state?.paymentDetailsSet === false
  // Waits for the overview and the invoices, so that no link disappears or moves.
  const checkoutUrl =
    isPayable && needsDetails && !overview.isPending && !invoices.isLoading
      ? details.data?.billingDetails.customerCheckoutUrl
      : undefined
  return (
    <NoticePage
      title="Account Paused"
      icon={<Icon name="pause" size="2xl" className="text-warning-text" />}
      actions={
        <>
          {first?.paymentUrl && (
            <LinkButton href={first.paymentUrl} tone="accent" isNewTab>
              {payLabel(first)}
            </LinkButton>
          )}
          {paid && (
            <LinkButton href={supportUrl} tone="accent" icon="mail">
              {`Email ${env.supportEmail}`}
            </LinkButton>
          )}
          {checkoutUrl && (
            <LinkButton
              href={checkoutUrl}
              tone={checkout === 'done' || first || paid ? 'neutral' : 'accent'}
              icon="credit-card"
            >
              Update payment details
            </LinkButton>
          )}
          {!paid && (
            <p className="mt-2 basis-full text-content-muted">
              Contact support at <TextLink href={supportUrl}>{env.supportEmail}</TextLink>.
            </p>
          )}
        </>
      }
    >
      <p>Your account has been paused pending payment or payment information.</p>
      <ReasonGiven reason={suspensionReason} />
      <WhatFollows overdue={overdue} isReactivatedByPayment={isReactivatedByPayment} />
      {isConfirming && (
        <StatusBox tone="success" title="Payment received" className="text-left">
          Your account reopens as soon as the payment is confirmed, usually within a minute.
        </StatusBox>
      )}
      {paid && (
        <StatusBox tone="success" title={`Invoice ${invoiceName(paid)} is paid`} className="text-left">
          Contact support to have your account reopened.
        </StatusBox>
      )}
      {checkout === 'done' && state && !isConfirming && (
        <StatusBox tone="success" title="Payment details received" className="text-left">
          {isReactivatedByPayment
            ? 'Overdue invoices are now charged to your new payment details. Your account reopens automatically once they are paid.'
            : !paid && 'Contact support to have your account reopened.'}
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
