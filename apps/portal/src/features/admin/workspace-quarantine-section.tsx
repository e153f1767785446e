import type { QuarantinedWorkspace } from '@portal/contract/staff-workspaces'
import { Table } from '@portal/ui/table'
import { useInfiniteQuery } from '@tanstack/react-query'
import { AdminError } from './admin-error.tsx'
import { AdminSection, ListPending } from './admin-section.tsx'
import { quarantinedWorkspacesQuery } from './list-queries.ts'
import { PageButtons } from './page-buttons.tsx'
import { PauseForm } from './pause-form.tsx'
import { PauseNote } from './pause-note.tsx'
import { usePager } from './row-pages.ts'
import { WorkspaceIdLink } from './staff-links.tsx'
import { useStaffStanding } from './staff-standing.ts'
import { useSetWorkspacePause } from './use-set-workspace-pause.ts'

function QuarantinedWorkspaces() {
  const { isConfirmed, refusal } = useStaffStanding()
  const query = useInfiniteQuery({ ...quarantinedWorkspacesQuery, enabled: isConfirmed })
  const pager = usePager(query)
  const since = ({ quarantinedAt, reason, until }: QuarantinedWorkspace) =>
    quarantinedAt && <PauseNote since={quarantinedAt} reason={reason} until={until} byEmail={null} />
  return (
    <div className="flex flex-col gap-2.5">
      {query.isPending && !refusal && <ListPending label="Loading the quarantined workspaces..." />}
      <AdminError error={query.error} onRetry={() => void query.refetch()} />
      {query.data && (
        <Table
          label="Quarantined workspaces"
          rows={pager.rows}
          rowKey={({ id }) => id}
          emptyState="No workspace is quarantined."
          columns={[
            {
              id: 'id',
              header: 'Workspace Id',
              className: 'w-60',
              cell: ({ id }) => <WorkspaceIdLink workspaceId={id} />,
            },
            {
              id: 'name',
              header: 'Display Name',
              isRowHeader: true,
              isTruncated: true,
              cell: ({ displayName }) => displayName,
            },
            { id: 'at', header: 'Quarantined At', className: 'w-72 max-w-72', cell: since },
          ]}
        />
      )}
      <PageButtons pager={pager} of="quarantined workspaces" />
    </div>
  )
}

/** "Manage workspace quarantine" (SPEC section 2, "Admin page"). */
export function WorkspaceQuarantineSection() {
  const { set, status, error } = useSetWorkspacePause()
  return (
    <AdminSection
      name="workspaceQuarantine"
      intro="For suspicious activity. It stays listed for its members but opens nowhere, and its tokens are refused while it lasts."
    >
      <PauseForm
        idLabel="Workspace Id"
        pauseText="Quarantine workspace"
        endText="Unquarantine workspace"
        onSet={set}
        status={status}
        error={error}
      />
      <QuarantinedWorkspaces />
    </AdminSection>
  )
}
