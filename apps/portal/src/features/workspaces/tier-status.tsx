import { type ActiveSubscription, billing } from '@portal/contract/billing/billing'
import { Pill } from '@portal/ui/data/pill'
import { focusRing } from '@portal/ui/lib/focus-ring'
import { useNow } from '@portal/ui/lib/use-now'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { apiQuery } from '../../lib/request/api-query.ts'
import { type BillingStatus, billingStatus, daysLeftWords, overdueText } from '../billing/billing-status.ts'

const hourMs = 3_600_000

function wordsOf({ state, daysLeft }: BillingStatus): string {
  if (state === 'overdue') return overdueText
  if (state === 'no-card') return 'Add payment details'
  return daysLeft === undefined ? 'View billing' : daysLeftWords(daysLeft)
}

export interface TierStatusProps {
  userId: string
  subscription: ActiveSubscription | null
}

/** Says what the user has to do about billing, and links to the billing page. Renders nothing if there is nothing to do. */
export function TierStatus({ userId, subscription }: TierStatusProps) {
  const { data } = useQuery(apiQuery(billing.overview, { params: { userId } }))
  const now = useNow({ intervalMs: hourMs, isRunning: true })
  if (!data) return null
  const status = billingStatus(subscription, data.billingOverview, now)
  if (status.tone !== 'warning' && status.tone !== 'danger') return null
  return (
    <Link to="/billing" className={`${focusRing} rounded-full no-underline`}>
      <Pill tone={status.tone} size="md">
        {wordsOf(status)}
      </Pill>
    </Link>
  )
}
