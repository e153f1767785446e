import type { QuarantinedWorkspace } from '@portal/contract/staff/pauses/pauses'
import { Table } from '@portal/ui/data/table'
import { useInfiniteQuery } from '@tanstack/react-query'
import { AdminSection } from '../admin-section.tsx'
import { PagedList } from '../paged-list.tsx'
import { displayNameColumn, workspaceIdColumn } from '../record-columns.tsx'
import { workspacePath } from '../staff-links.tsx'
import { useStaffStanding } from '../staff-standing.ts'
import { quarantinedWorkspacesQuery } from './list-queries.ts'
import { PauseForm } from './pause-form.tsx'
import { PauseNote } from './pause-panel.tsx'
import { useSetWorkspacePause } from './use-set-workspace-pause.ts'

function Since({ quarantinedAt, reason, until }: QuarantinedWorkspace) {
  return quarantinedAt && <PauseNote since={quarantinedAt} reason={reason} until={until} byEmail={null} />
}

function QuarantinedWorkspaces() {
  const { isConfirmed } = useStaffStanding()
  const query = useInfiniteQuery({ ...quarantinedWorkspacesQuery, enabled: isConfirmed })
  return (
    <div className="flex flex-col gap-2.5">
      <PagedList query={query} of="the quarantined workspaces">
        {(rows) => (
          <Table
            label="Quarantined workspaces"
            rows={rows}
            rowKey={({ id }) => id}
            emptyState="No workspaces are quarantined."
            columns={[
              workspaceIdColumn,
              displayNameColumn,
              { id: 'at', header: 'Quarantined at', className: 'w-72 max-w-72', cell: Since },
            ]}
          />
        )}
      </PagedList>
    </div>
  )
}

/** The section "Manage workspace quarantine". */
export function WorkspaceQuarantineSection() {
  const { set, status, error } = useSetWorkspacePause()
  return (
    <AdminSection
      name="workspaceQuarantine"
      intro="For suspicious activity. Members still see the workspace in their list but cannot open it. Its tokens are refused until the quarantine ends."
    >
      <PauseForm
        idLabel="Workspace id"
        pauseIcon="ban"
        pauseText="Quarantine workspace"
        endText="Unquarantine workspace"
        pagePathOf={workspacePath}
        onSet={set}
        status={status}
        error={error}
      />
      <QuarantinedWorkspaces />
    </AdminSection>
  )
}
