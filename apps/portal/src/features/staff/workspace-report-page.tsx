import type { WorkspaceReport } from '@portal/contract/staff/search/search'
import { Pill } from '@portal/ui/data/pill'
import { useQuery } from '@tanstack/react-query'
import { type Anchor, AnchorNav } from '../../lib/layout/anchor-nav.tsx'
import { ListPending } from '../../lib/layout/list-pending.tsx'
import { SectionShell } from '../../lib/layout/section-shell.tsx'
import { ShellSection } from '../../lib/layout/shell-section.tsx'
import { TitledSection } from '../../lib/layout/titled-section.tsx'
import { errorTexts, isMissing } from '../../lib/request/error-messages.ts'
import { AdminGate } from './admin-gate.tsx'
import { LookUpError } from './look-up-error.tsx'
import { workspaceReportQuery } from './look-up-queries.ts'
import { QuarantineWorkspaceButton } from './restrict-buttons.tsx'
import { RestrictionPanel } from './restriction-facts.tsx'
import { StaffPath } from './staff-links.tsx'
import { StaffLog } from './staff-log.tsx'
import { UnknownRecord } from './unknown-record.tsx'
import {
  WorkspaceReportFacts,
  WorkspaceReportMembers,
  WorkspaceReportTokens,
} from './workspace-report-lists.tsx'

/** Everything staff need about one workspace: docs/product/staff.md#person-and-workspace-pages. */
export function WorkspaceReportPage({ workspaceId }: { workspaceId: string }) {
  return (
    <AdminGate>
      <WorkspaceContent workspaceId={workspaceId} />
    </AdminGate>
  )
}

const anchors: readonly Anchor[] = [
  { id: 'workspace', label: 'Workspace', icon: 'boxes' },
  { id: 'members', label: 'Members', icon: 'users' },
  { id: 'tokens', label: 'Tokens', icon: 'key' },
  { id: 'history', label: 'History', icon: 'history' },
]

/** Keeps one heading element while the report loads, so that it doesn't lose the focus set by the navigation. */
function WorkspaceContent({ workspaceId }: { workspaceId: string }) {
  const query = useQuery(workspaceReportQuery(workspaceId))
  const isUnknown = isMissing(query.error)
  // The cache may have the report from before the deletion.
  const report = isUnknown ? undefined : query.data
  return (
    <SectionShell
      parent={<StaffPath />}
      title={report?.workspace.displayName ?? 'Workspace'}
      badges={
        report && (report.workspace.deletedAt ?? report.quarantine) && <WorkspaceBadges report={report} />
      }
      actions={report && !report.workspace.deletedAt && <QuarantineWorkspaceButton report={report} />}
      nav={!isUnknown && <AnchorNav anchors={anchors} />}
    >
      {isUnknown ? (
        <UnknownRecord message={errorTexts(query.error).message} />
      ) : (
        <ShellSection intro={report && 'This view was logged.'}>
          {query.isPending && <ListPending label="Loading the workspace..." />}
          <LookUpError error={query.error} retry={() => void query.refetch()} />
          {report && <WorkspaceDetails report={report} />}
        </ShellSection>
      )}
    </SectionShell>
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

function WorkspaceDetails({ report }: { report: WorkspaceReport }) {
  return (
    <div className="flex min-w-0 flex-col gap-10">
      <TitledSection id="workspace" title="Workspace">
        <RestrictionPanel
          tone="danger"
          title="Quarantined"
          restriction={report.quarantine}
          fallbackAuthor="an unknown user"
        />
        <WorkspaceReportFacts report={report} />
      </TitledSection>
      <WorkspaceReportMembers members={report.members} count={report.memberCount} />
      <WorkspaceReportTokens tokens={report.tokens} />
      <TitledSection id="history" title="History">
        <StaffLog key={report.workspace.id} about={{ aboutWorkspaceId: report.workspace.id }} />
      </TitledSection>
    </div>
  )
}
