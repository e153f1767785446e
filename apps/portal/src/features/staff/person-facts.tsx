import type { PersonReport } from '@portal/contract/staff/search/search'
import { CopyButton } from '@portal/ui/buttons/copy-button'
import { Timestamp } from '@portal/ui/text/timestamp'
import { TitledSection } from '../../lib/layout/titled-section.tsx'
import { FactList } from './fact-list.tsx'
import { OrNone } from './staff-links.tsx'

export function Identifier({ children, className = '' }: { children: string; className?: string }) {
  return <code className={`font-mono text-xs ${className}`}>{children}</code>
}

/** An id with a copy button. */
export function CopyableId({ id, label }: { id: string; label: string }) {
  return (
    <span className="flex min-w-0 items-center gap-1">
      <Identifier className="truncate">{id}</Identifier>
      <CopyButton text={id} label={label} size="xs" />
    </span>
  )
}

/** The user's profile and ids. */
export function PersonFacts({ user }: { user: PersonReport['user'] }) {
  return (
    <FactList
      label="Account"
      facts={[
        { name: 'Email', value: user.email },
        { name: 'User id', value: <CopyableId id={user.id} label="Copy user id" /> },
        { name: 'First name', value: <OrNone>{user.firstName}</OrNone> },
        { name: 'Last name', value: <OrNone>{user.lastName}</OrNone> },
        { name: 'Nickname', value: <OrNone>{user.nickname}</OrNone> },
        { name: 'Signed up', value: <Timestamp date={user.signupAt} /> },
        { name: 'Discord', value: <OrNone>{user.discordUsername}</OrNone> },
        { name: 'Github', value: <OrNone>{user.githubUsername}</OrNone> },
        { name: 'Accepted terms', value: <OrNone>{user.agreedTosVersionId}</OrNone> },
        {
          name: 'Sign-in id',
          value: <OrNone>{user.auth0Id && <Identifier>{user.auth0Id}</Identifier>}</OrNone>,
        },
        ...(user.deletedAt ? [{ name: 'Deleted', value: <Timestamp date={user.deletedAt} /> }] : []),
      ]}
    />
  )
}

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
