import { lookUpShownAfterDays } from '@portal/contract/limits'
import type { PersonReport } from '@portal/contract/staff/search/search'
import { Pill } from '@portal/ui/data/pill'
import { useQuery } from '@tanstack/react-query'
import { type Anchor, AnchorNav } from '../../lib/layout/anchor-nav.tsx'
import { fullName } from '../../lib/layout/full-name.ts'
import { ListPending } from '../../lib/layout/list-pending.tsx'
import { SectionShell } from '../../lib/layout/section-shell.tsx'
import { ShellSection } from '../../lib/layout/shell-section.tsx'
import { TitledSection } from '../../lib/layout/titled-section.tsx'
import { errorTexts, isMissing } from '../../lib/request/error-messages.ts'
import { AdminGate } from './admin-gate.tsx'
import { LookUpError } from './look-up-error.tsx'
import { personQuery } from './look-up-queries.ts'
import { EndSessionsButton, RestoreButton, RevokeTokensButton, UndoJoinButton } from './person-buttons.tsx'
import { PersonBilling, PersonFacts } from './person-facts.tsx'
import { PersonIdentities, PersonSessions, PersonTokens, PersonWorkspaces } from './person-lists.tsx'
import { RestrictAccountButton } from './restrict-buttons.tsx'
import { RestrictionPanel } from './restriction-facts.tsx'
import { StaffPath } from './staff-links.tsx'
import { StaffLog } from './staff-log.tsx'
import { UnknownRecord } from './unknown-record.tsx'

/** Everything staff need about one account: docs/product/staff.md#person-and-workspace-pages. */
export function PersonPage({ userId }: { userId: string }) {
  return (
    <AdminGate>
      <PersonContent userId={userId} />
    </AdminGate>
  )
}

const anchors: readonly Anchor[] = [
  { id: 'account', label: 'Account', icon: 'user' },
  { id: 'identities', label: 'Identities', icon: 'log-in' },
  { id: 'workspaces', label: 'Workspaces', icon: 'boxes' },
  { id: 'sessions', label: 'Sessions', icon: 'monitor' },
  { id: 'tokens', label: 'Tokens', icon: 'key' },
  { id: 'billing', label: 'Billing', icon: 'credit-card' },
  { id: 'history', label: 'History', icon: 'history' },
]

/** Keeps one heading element while the report loads, so that it doesn't lose the focus set by the navigation. */
function PersonContent({ userId }: { userId: string }) {
  const query = useQuery(personQuery(userId))
  const isUnknown = isMissing(query.error)
  // The cache may have the report from before the deletion.
  const report = isUnknown ? undefined : query.data
  return (
    <SectionShell
      parent={<StaffPath />}
      title={report ? (fullName(report.user) ?? report.user.email) : 'User'}
      badges={report && hasBadge(report) && <PersonBadges report={report} />}
      actions={report && <PersonButtons report={report} />}
      nav={!isUnknown && <AnchorNav anchors={anchors} />}
    >
      {isUnknown ? (
        <UnknownRecord message={errorTexts(query.error).message} />
      ) : (
        <ShellSection
          intro={
            report &&
            `This view was logged. ${report.user.email} will see it in ${lookUpShownAfterDays} days. Actions appear immediately.`
          }
        >
          {query.isPending && <ListPending label="Loading the user..." />}
          <LookUpError error={query.error} retry={() => void query.refetch()} />
          {report && <PersonDetails report={report} />}
        </ShellSection>
      )}
    </SectionShell>
  )
}

const hasBadge = ({ user, quarantine, suspension }: PersonReport) =>
  Boolean(user.deletedAt ?? quarantine ?? suspension) || !user.emailVerified

function PersonBadges({ report: { user, quarantine, suspension } }: { report: PersonReport }) {
  return (
    <>
      {user.deletedAt && <Pill tone="danger">Deleted</Pill>}
      {quarantine && <Pill tone="danger">Quarantined</Pill>}
      {suspension && <Pill tone="warning">Suspended</Pill>}
      {!user.emailVerified && <Pill tone="warning">Email not verified</Pill>}
    </>
  )
}

function PersonButtons({ report }: { report: PersonReport }) {
  const { id, email, deletedAt } = report.user
  if (deletedAt) return <RestoreButton userId={id} email={email} />
  return (
    <>
      {report.handedOverAt && <UndoJoinButton userId={id} email={email} />}
      <RestrictAccountButton report={report} kind="suspension" />
      <RestrictAccountButton report={report} kind="quarantine" />
    </>
  )
}

function PersonDetails({ report }: { report: PersonReport }) {
  const { user, quarantine, suspension } = report
  return (
    <div className="flex min-w-0 flex-col gap-10">
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
      <PersonIdentities identities={report.identities} />
      <PersonWorkspaces workspaces={report.workspaces} count={report.workspaceCount} />
      <PersonSessions
        sessions={report.sessions}
        actions={!user.deletedAt && <EndSessionsButton user={user} />}
      />
      <PersonTokens
        tokens={report.tokens}
        actions={!user.deletedAt && <RevokeTokensButton user={user} tokens={report.tokens} />}
      />
      <PersonBilling billing={report.billing} />
      <TitledSection id="history" title="History">
        <StaffLog key={user.id} about={{ aboutUserId: user.id }} />
      </TitledSection>
    </div>
  )
}
