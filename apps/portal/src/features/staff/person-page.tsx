import { lookUpShownAfterDays } from '@portal/contract/limits'
import type { PersonReport } from '@portal/contract/staff/search'
import { Pill } from '@portal/ui/data/pill'
import { useQuery } from '@tanstack/react-query'
import { fullName } from '../../lib/layout/full-name.ts'
import { ListPending } from '../../lib/layout/list-pending.tsx'
import { Page } from '../../lib/layout/page.tsx'
import { TitledSection } from '../../lib/layout/titled-section.tsx'
import { AdminError } from './admin-error.tsx'
import { AdminGate } from './admin-gate.tsx'
import { BackToAdmin } from './back-to-admin.tsx'
import { PausePanel } from './pauses/pause-panel.tsx'
import { PersonPauseButton } from './pauses/person-pause-button.tsx'
import { EndSessionsButton, RevokeTokensButton } from './person-access-buttons.tsx'
import { StaffLog } from './records/staff-log.tsx'
import { RestoreButton } from './restore-button.tsx'
import { personQuery } from './search/look-up-queries.ts'
import { PersonBilling } from './search/person-billing.tsx'
import { PersonFacts } from './search/person-facts.tsx'
import { PersonIdentities, PersonSessions, PersonTokens, PersonWorkspaces } from './search/person-lists.tsx'

/** Everything staff need about one account: docs/product/staff.md#person-and-workspace-pages. */
export function PersonPage({ userId }: { userId: string }) {
  return (
    <AdminGate>
      <PersonContent userId={userId} />
    </AdminGate>
  )
}

/** Keeps one heading element while the report loads, so that it doesn't lose the focus set by the navigation. */
function PersonContent({ userId }: { userId: string }) {
  const query = useQuery(personQuery(userId))
  const report = query.data
  return (
    <Page
      title={report ? (fullName(report.user) ?? report.user.email) : 'User'}
      intro={
        report &&
        `This view was logged. ${report.user.email} will see it in ${lookUpShownAfterDays} days; actions appear immediately.`
      }
      badges={report && <PersonBadges report={report} />}
      actions={
        <>
          <BackToAdmin />
          {report && <PersonButtons report={report} />}
        </>
      }
    >
      {query.isPending && <ListPending label="Loading the user..." />}
      <AdminError error={query.error} onRetry={() => void query.refetch()} />
      {report && <PersonDetails report={report} />}
    </Page>
  )
}

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
      <PersonPauseButton report={report} kind="suspension" />
      <PersonPauseButton report={report} kind="quarantine" />
    </>
  )
}

function PersonDetails({ report }: { report: PersonReport }) {
  const { user, quarantine, suspension } = report
  return (
    <div className="flex min-w-0 flex-col gap-10">
      <div className="flex flex-col gap-3">
        <PausePanel tone="danger" title="Quarantined" pause={quarantine} fallbackAuthor="an unknown user" />
        <PausePanel
          tone="warning"
          title="Suspended"
          pause={suspension}
          fallbackAuthor="the rule for unpaid invoices"
        />
        <PersonFacts user={user} />
      </div>
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
      <TitledSection title="History">
        <StaffLog key={user.id} about={{ aboutUserId: user.id }} />
      </TitledSection>
    </div>
  )
}
