import { lookUpShownAfterDays, restorableDays, restorableMs } from '@portal/contract/limits'
import type { PersonReport } from '@portal/contract/staff/search/search'
import { fullName } from '@portal/contract/text/full-name'
import { Pill } from '@portal/ui/data/pill'
import { serverNow } from '@portal/ui/lib/server-clock'
import { Timestamp } from '@portal/ui/text/timestamp'
import type { Anchor } from '../../lib/layout/anchor-nav.tsx'
import { CopyableId, Identifier } from '../../lib/layout/identifier.tsx'
import { TitledSection } from '../../lib/layout/titled-section.tsx'
import { personQuery } from './look-ups.ts'
import { EndSessionsButton, RestoreButton, RevokeTokensButton, UndoJoinButton } from './person-buttons.tsx'
import { PersonIdentities, PersonSessions, PersonTokens, PersonWorkspaces } from './person-lists.tsx'
import { RecordPage } from './record-page.tsx'
import { FactList, RestrictionPanel } from './record-parts.tsx'
import { RestrictAccountButton } from './restrict-buttons.tsx'
import { OrNone } from './staff-links.tsx'
import { StaffLog } from './staff-log.tsx'

const anchors: readonly Anchor[] = [
  { id: 'account', label: 'Account', icon: 'user' },
  { id: 'identities', label: 'Identities', icon: 'log-in' },
  { id: 'workspaces', label: 'Workspaces', icon: 'boxes' },
  { id: 'sessions', label: 'Sessions', icon: 'monitor' },
  { id: 'tokens', label: 'Tokens', icon: 'key' },
  { id: 'billing', label: 'Billing', icon: 'credit-card' },
  { id: 'history', label: 'History', icon: 'history' },
]

/** Everything staff need about one account. */
export function PersonPage({ userId }: { userId: string }) {
  return (
    <RecordPage
      options={personQuery(userId)}
      noun="user"
      anchors={anchors}
      titleOf={({ user }) => fullName(user) ?? user.email}
      introOf={({ user }) => <ViewNote user={user} />}
      badges={personBadges}
      actions={personButtons}
    >
      {(report) => <PersonDetails report={report} />}
    </RecordPage>
  )
}

/** Until when staff can restore a deleted account: docs/product/account.md#deleting-the-account. */
const restorableUntil = (deletedAt: string) => new Date(Date.parse(deletedAt) + restorableMs)
const isRestorable = (deletedAt: string) => restorableUntil(deletedAt) > serverNow()

/** Who sees that this page was opened. A deleted user sees nothing until staff restore the account. */
function ViewNote({ user: { email, deletedAt } }: Pick<PersonReport, 'user'>) {
  if (!deletedAt)
    return (
      <span key="active">
        {`This view was logged. ${email} will see it in ${lookUpShownAfterDays} days unless another staff member withholds it. Actions appear immediately.`}
      </span>
    )
  if (!isRestorable(deletedAt))
    return (
      <span key="final">
        {`This view was logged. The account was deleted more than ${restorableDays} days ago and can no longer be restored.`}
      </span>
    )
  return (
    <span key="deleted">
      This view was logged. Staff can restore this account until{' '}
      <Timestamp date={restorableUntil(deletedAt)} isMidSentence />.{' '}
      {`If they do, ${email} will see this view after ${lookUpShownAfterDays} days unless another staff member withholds it.`}
    </span>
  )
}

function personBadges({ user, quarantine, suspension }: PersonReport) {
  if (user.emailVerified && !user.deletedAt && !quarantine && !suspension) return null
  return (
    <>
      {user.deletedAt && <Pill tone="danger">Deleted</Pill>}
      {quarantine && <Pill tone="danger">Quarantined</Pill>}
      {suspension && <Pill tone="warning">Suspended</Pill>}
      {!user.emailVerified && <Pill tone="warning">Email not verified</Pill>}
    </>
  )
}

function personButtons(report: PersonReport) {
  const { deletedAt } = report.user
  if (deletedAt) return isRestorable(deletedAt) && <RestoreButton user={report.user} />
  return (
    <>
      {report.handedOverAt && <UndoJoinButton user={report.user} />}
      <RestrictAccountButton report={report} kind="suspension" />
      <RestrictAccountButton report={report} kind="quarantine" />
    </>
  )
}

function PersonDetails({ report }: { report: PersonReport }) {
  const { user, quarantine, suspension } = report
  return (
    <>
      <TitledSection id="account" title="Account">
        <RestrictionPanel
          tone="danger"
          title="Quarantined"
          restriction={quarantine}
          fallbackAuthor="an unknown user"
        />
        <RestrictionPanel
          tone="warning"
          title="Suspended"
          restriction={suspension}
          fallbackAuthor="the rule for unpaid invoices"
        />
        <PersonFacts user={user} />
      </TitledSection>
      <PersonIdentities report={report} />
      <PersonWorkspaces report={report} />
      <PersonSessions report={report} actions={!user.deletedAt && <EndSessionsButton user={user} />} />
      <PersonTokens
        report={report}
        actions={!user.deletedAt && <RevokeTokensButton user={user} tokens={report.tokens} />}
      />
      <TitledSection id="billing" title="Billing">
        <BillingFacts billing={report.billing} />
      </TitledSection>
      <TitledSection id="history" title="History">
        <StaffLog key={user.id} about={{ aboutUserId: user.id }} />
      </TitledSection>
    </>
  )
}

/** The user's profile and ids. */
function PersonFacts({ user }: Pick<PersonReport, 'user'>) {
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
function BillingFacts({ billing }: Pick<PersonReport, 'billing'>) {
  const { activeSubscription: subscription, paymentDetailsSet, customerId, unpaidSince } = billing
  return (
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
  )
}
