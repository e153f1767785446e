import type { PersonReport } from '@portal/contract/staff/search'
import { Timestamp } from '@portal/ui/text/timestamp'
import { TitledSection } from '../../../lib/layout/titled-section.tsx'
import { OrNone } from '../staff-links.tsx'
import { FactList } from './fact-list.tsx'
import { CopyableId } from './person-facts.tsx'

/** The user's subscription and payment state. */
export function PersonBilling({ billing }: { billing: PersonReport['billing'] }) {
  const { activeSubscription: subscription, paymentDetailsSet, customerId, unpaidSince } = billing
  return (
    <TitledSection id="billing" title="Billing">
      <FactList
        label="Billing"
        facts={[
          { name: 'Plan', value: <OrNone>{subscription?.planCode}</OrNone> },
          { name: 'Trial', value: subscription?.isTrial ? 'Yes' : 'No' },
          {
            name: 'Ends',
            value: <OrNone>{subscription?.endingAt && <Timestamp date={subscription.endingAt} />}</OrNone>,
          },
          { name: 'Free tier exceeded', value: subscription?.exceededFreeTier ? 'Yes' : 'No' },
          { name: 'Payment details', value: paymentDetailsSet ? 'Provided' : 'Not provided' },
          { name: 'Unpaid since', value: <OrNone>{unpaidSince && <Timestamp date={unpaidSince} />}</OrNone> },
          {
            name: 'Customer id',
            value: <OrNone>{customerId && <CopyableId id={customerId} label="Copy customer id" />}</OrNone>,
          },
        ]}
      />
    </TitledSection>
  )
}
