import { lookUpShownAfterDays } from '@portal/contract/limits'
import type { PersonReport } from '@portal/contract/staff'
import { Pill } from '@portal/ui/pill'
import { useQuery } from '@tanstack/react-query'
import { fullName } from '../../lib/full-name.ts'
import { Page } from '../../lib/page.tsx'
import { AdminError } from './admin-error.tsx'
import { AdminGate } from './admin-gate.tsx'
import { ListPending } from './admin-section.tsx'
import { BackToAdmin } from './back-to-admin.tsx'
import { personQuery } from './look-up-queries.ts'
import { PausePanel } from './pause-panel.tsx'
import { PersonBilling } from './person-billing.tsx'
import { PersonFacts } from './person-facts.tsx'
import { PersonIdentities, PersonSessions, PersonTokens, PersonWorkspaces } from './person-lists.tsx'
import { PersonPauseButton } from './person-pause-button.tsx'
import { ReportPart } from './report-part.tsx'
import { RestoreButton } from './restore-button.tsx'
import { StaffLog } from './staff-log.tsx'

/** All that staff need of one account (RULES sections 1 and 9). */
export function PersonPage({ userId }: { userId: string }) {
  return (
    <AdminGate>
      <PersonReading userId={userId} />
    </AdminGate>
  )
}

function PersonReading({ userId }: { userId: string }) {
  const query = useQuery(personQuery(userId))
  if (query.data) return <PersonView report={query.data} />
  return (
    <Page title="Person" actions={<BackToAdmin />}>
      {query.isPending && <ListPending label="Loading the person..." />}
      <AdminError error={query.error} onRetry={() => void query.refetch()} />
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

function PersonView({ report }: { report: PersonReport }) {
  const { user, quarantine, suspension } = report
  return (
    <Page
      title={fullName(user) ?? user.email}
      intro={`Opening this page was recorded. ${user.email} can read that in ${lookUpShownAfterDays} days, and acts at once.`}
      badges={<PersonBadges report={report} />}
      actions={
        <>
          <BackToAdmin />
          {user.deletedAt ? (
            <RestoreButton userId={user.id} email={user.email} />
          ) : (
            <>
              <PersonPauseButton report={report} kind="suspension" />
              <PersonPauseButton report={report} kind="quarantine" />
            </>
          )}
        </>
      }
    >
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
        <ReportPart title="History">
          <StaffLog about={{ aboutUserId: user.id }} />
        </ReportPart>
      </div>
    </Page>
  )
}
