import type { WorkspaceReport } from '@portal/contract/staff'
import { Pill } from '@portal/ui/data/pill'
import { useQuery } from '@tanstack/react-query'
import { ListPending } from '../../../lib/layout/list-pending.tsx'
import { Page } from '../../../lib/layout/page.tsx'
import { TitledSection } from '../../../lib/layout/titled-section.tsx'
import { AdminError } from '../admin-error.tsx'
import { AdminGate } from '../admin-gate.tsx'
import { BackToAdmin } from '../back-to-admin.tsx'
import { PausePanel } from '../pauses/pause-panel.tsx'
import { WorkspacePauseButton } from '../pauses/workspace-pause-button.tsx'
import { StaffLog } from '../records/staff-log.tsx'
import { workspaceReportQuery } from './look-up-queries.ts'
import {
  WorkspaceReportFacts,
  WorkspaceReportMembers,
  WorkspaceReportTokens,
} from './workspace-report-lists.tsx'

/** All that staff need of one workspace (RULES sections 1 and 9). */
export function WorkspaceReportPage({ workspaceId }: { workspaceId: string }) {
  return (
    <AdminGate>
      <WorkspaceReading workspaceId={workspaceId} />
    </AdminGate>
  )
}

/** One heading while it loads and after: the focus that a navigation has put there stays. */
function WorkspaceReading({ workspaceId }: { workspaceId: string }) {
  const query = useQuery(workspaceReportQuery(workspaceId))
  const report = query.data
  return (
    <Page
      title={report?.workspace.displayName ?? 'Workspace'}
      intro={report && 'Opening this page was recorded.'}
      badges={report && <WorkspaceBadges report={report} />}
      actions={
        <>
          <BackToAdmin />
          {report && !report.workspace.deletedAt && <WorkspacePauseButton report={report} />}
        </>
      }
    >
      {query.isPending && <ListPending label="Loading the workspace..." />}
      <AdminError error={query.error} onRetry={() => void query.refetch()} />
      {report && <WorkspaceParts report={report} />}
    </Page>
  )
}

function WorkspaceBadges({ report: { workspace, quarantine } }: { report: WorkspaceReport }) {
  return (
    <>
      {workspace.deletedAt && <Pill tone="danger">Deleted</Pill>}
      {quarantine && <Pill tone="danger">Quarantined</Pill>}
    </>
  )
}

function WorkspaceParts({ report }: { report: WorkspaceReport }) {
  return (
    <div className="flex min-w-0 flex-col gap-10">
      <div className="flex flex-col gap-3">
        <PausePanel tone="danger" title="Quarantined" pause={report.quarantine} nobody="nobody known" />
        <WorkspaceReportFacts report={report} />
      </div>
      <WorkspaceReportMembers members={report.members} count={report.memberCount} />
      <WorkspaceReportTokens tokens={report.tokens} />
      <TitledSection title="History">
        <StaffLog key={report.workspace.id} about={{ aboutWorkspaceId: report.workspace.id }} />
      </TitledSection>
    </div>
  )
}
