import { type ActiveSubscription, billing } from '@portal/contract/billing/billing'
import { Pill } from '@portal/ui/data/pill'
import { Skeleton } from '@portal/ui/feedback/skeleton'
import { focusRing } from '@portal/ui/lib/focus-ring'
import { useNow } from '@portal/ui/lib/use-now'
import { TextLink } from '@portal/ui/text/text-link'
import { Timestamp } from '@portal/ui/text/timestamp'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { env } from '../../lib/env.ts'
import { apiQuery } from '../../lib/request/api-query.ts'
import {
  type BillingStatus,
  billingStatus,
  daysLeftWords,
  overdueText,
  tierOf,
} from '../billing/billing-status.ts'

const hourMs = 3_600_000

function wordsOf({ state, daysLeft }: BillingStatus): string {
  if (state === 'overdue') return overdueText
  if (state === 'no-card') return 'Add payment details'
  return daysLeft === undefined ? 'View billing' : daysLeftWords(daysLeft)
}

interface TierStatusProps {
  userId: string
  subscription: ActiveSubscription | null
}

/** Says what the user has to do about billing, and links to the billing page. Renders nothing if there is nothing to do. */
function TierStatus({ userId, subscription }: TierStatusProps) {
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

/**
 * The user's subscription, with a link to the pricing, and one to the billing page if the user has to act. Renders nothing if
 * billing is unavailable: the billing page reports that, and this page works without it.
 */
export function TierCard({ userId }: { userId: string }) {
  const query = useQuery(apiQuery(billing.activeSubscription, { params: { userId } }))
  if (query.isError && !query.data) return null
  const tier = query.data && tierOf(query.data.activeSubscription)
  return (
    <section
      aria-label="Your subscription"
      className="flex min-h-13.5 items-center gap-4 rounded-lg border border-line bg-surface-raised px-4 py-2 text-sm shadow-raised"
    >
      {query.data && <TierStatus userId={userId} subscription={query.data.activeSubscription} />}
      {tier ? (
        <div>
          <p className="font-semibold tracking-wide">{tier.label}</p>
          {tier.endingAt && (
            <p className="text-content-muted text-xs">
              Ends end of day <Timestamp date={tier.endingAt} isTodayNamed={false} hasTooltip={false} />
            </p>
          )}
        </div>
      ) : (
        <div role="status" className="w-36">
          <span className="sr-only">Loading your subscription...</span>
          <Skeleton />
        </div>
      )}
      <TextLink href={env.pricingUrl} isNewTab>
        Pricing
      </TextLink>
    </section>
  )
}
