import { lookUpShownAfterDays } from '@portal/contract/limits'
import type { PersonReport } from '@portal/contract/staff'
import { Pill } from '@portal/ui/data/pill'
import { useQuery } from '@tanstack/react-query'
import { fullName } from '../../../lib/layout/full-name.ts'
import { ListPending } from '../../../lib/layout/list-pending.tsx'
import { Page } from '../../../lib/layout/page.tsx'
import { TitledSection } from '../../../lib/layout/titled-section.tsx'
import { AdminError } from '../admin-error.tsx'
import { AdminGate } from '../admin-gate.tsx'
import { BackToAdmin } from '../back-to-admin.tsx'
import { PausePanel } from '../pauses/pause-panel.tsx'
import { PersonPauseButton } from '../pauses/person-pause-button.tsx'
import { StaffLog } from '../records/staff-log.tsx'
import { personQuery } from './look-up-queries.ts'
import { PersonBilling } from './person-billing.tsx'
import { PersonFacts } from './person-facts.tsx'
import { PersonIdentities, PersonSessions, PersonTokens, PersonWorkspaces } from './person-lists.tsx'
import { RestoreButton } from './restore-button.tsx'

/** All that staff need of one account (RULES sections 1 and 9). */
export function PersonPage({ userId }: { userId: string }) {
  return (
    <AdminGate>
      <PersonReading userId={userId} />
    </AdminGate>
  )
}

/** One heading while it loads and after: the focus that a navigation has put there stays. */
function PersonReading({ userId }: { userId: string }) {
  const query = useQuery(personQuery(userId))
  const report = query.data
  return (
    <Page
      title={report ? (fullName(report.user) ?? report.user.email) : 'Person'}
      intro={
        report &&
        `Opening this page was recorded. ${report.user.email} can read that in ${lookUpShownAfterDays} days, and acts at once.`
      }
      badges={report && <PersonBadges report={report} />}
      actions={
        <>
          <BackToAdmin />
          {report && <PersonActs report={report} />}
        </>
      }
    >
      {query.isPending && <ListPending label="Loading the person..." />}
      <AdminError error={query.error} onRetry={() => void query.refetch()} />
      {report && <PersonParts report={report} />}
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

function PersonActs({ report }: { report: PersonReport }) {
  const { id, email, deletedAt } = report.user
  if (deletedAt) return <RestoreButton userId={id} email={email} />
  return (
    <>
      <PersonPauseButton report={report} kind="suspension" />
      <PersonPauseButton report={report} kind="quarantine" />
    </>
  )
}

function PersonParts({ report }: { report: PersonReport }) {
  const { user, quarantine, suspension } = report
  return (
    <div className="flex min-w-0 flex-col gap-10">
      <div className="flex flex-col gap-3">
        <PausePanel tone="danger" title="Quarantined" pause={quarantine} nobody="nobody known" />
        <PausePanel
          tone="warning"
          title="Suspended"
          pause={suspension}
          nobody="the rule for unpaid invoices"
        />
        <PersonFacts user={user} />
      </div>
      <PersonIdentities identities={report.identities} />
      <PersonWorkspaces workspaces={report.workspaces} count={report.workspaceCount} />
      <PersonSessions sessions={report.sessions} />
      <PersonTokens tokens={report.tokens} />
      <PersonBilling billing={report.billing} />
      <TitledSection title="History">
        <StaffLog key={user.id} about={{ aboutUserId: user.id }} />
      </TitledSection>
    </div>
  )
}
