/** The sections of the admin page that quarantine and suspend. Each has a form, and a list of what is restricted. */
import type { QuarantinedWorkspace } from '@portal/contract/staff/pauses/pauses'
import { Table } from '@portal/ui/data/table'
import { Timestamp } from '@portal/ui/text/timestamp'
import { Truncate } from '@portal/ui/text/truncate'
import { useInfiniteQuery } from '@tanstack/react-query'
import { AdminSection } from './admin-section.tsx'
import { PagedList } from './paged-list.tsx'
import { displayNameColumn, emailColumn, userIdColumn, workspaceIdColumn } from './record-columns.tsx'
import { RestrictForm } from './restrict-form.tsx'
import {
  quarantinedWorkspacesQuery,
  type Restriction,
  type RestrictionKind,
  restrictedAccountsQuery,
} from './restrictions.ts'
import { useStaffCheck } from './staff-check.tsx'
import { personPath, workspacePath } from './staff-links.tsx'
import { useQuarantineWorkspace, useRestrictAccount } from './use-restrict.ts'

/** Since when an account or workspace is restricted, and the end, author and reason where known. */
function RestrictionNote({ since, until, reason, byEmail }: Restriction) {
  return (
    <div className="flex min-w-0 flex-col">
      <Timestamp date={since} />
      {until && (
        <span className="text-content-muted text-sm">
          until <Timestamp date={until} isMidSentence />
        </span>
      )}
      {byEmail && <Truncate className="text-content-muted text-sm">by {byEmail}</Truncate>}
      {reason && (
        <Truncate lineClamp={2} isExpandable className="text-content-muted text-sm">
          {reason}
        </Truncate>
      )}
    </div>
  )
}

const accountWords = {
  quarantine: {
    section: 'accountQuarantine',
    intro:
      'For suspicious activity. The user sees only the quarantine notice, and gets an email if their address is verified. Their tokens are refused until the quarantine ends. Open invitations that they sent are withdrawn.',
    form: { icon: 'ban', setText: 'Quarantine account', endText: 'Unquarantine account' },
    label: 'Quarantined users',
    at: 'Quarantined at',
    none: 'No users are quarantined.',
  },
  suspension: {
    section: 'suspensions',
    intro:
      'For missing payment or payment information. The user sees a notice with a way to pay, and gets an email if their address is verified. Their tokens are refused until the suspension ends. Open invitations that they sent are withdrawn.',
    form: { icon: 'pause', setText: 'Suspend user', endText: 'Unsuspend user' },
    label: 'Suspended users',
    at: 'Suspended at',
    none: 'No users are suspended.',
  },
} as const

/** The sections "Manage account quarantine" and "Manage user suspensions". */
export function AccountRestrictionSection({ kind }: { kind: RestrictionKind }) {
  const { isConfirmed } = useStaffCheck()
  // The page requests the quarantined users to check the access of staff. The suspended users are requested afterwards.
  const query = useInfiniteQuery({
    ...restrictedAccountsQuery(kind),
    enabled: kind === 'quarantine' || isConfirmed,
  })
  const request = useRestrictAccount(kind)
  const { section, intro, form, label, at, none } = accountWords[kind]
  return (
    <AdminSection name={section} intro={intro}>
      <RestrictForm {...form} idLabel="User id" pagePathOf={personPath} request={request} />
      <div className="flex flex-col gap-2.5">
        <PagedList query={query} of={`the ${label.toLowerCase()}`}>
          {(rows) => (
            <Table
              label={label}
              rows={rows}
              rowKey={({ userId }) => userId}
              emptyState={none}
              columns={[
                userIdColumn,
                emailColumn,
                { id: 'at', header: at, className: 'w-72 max-w-72', cell: RestrictionNote },
              ]}
            />
          )}
        </PagedList>
      </div>
    </AdminSection>
  )
}

function QuarantinedSince({ quarantinedAt, reason, until }: QuarantinedWorkspace) {
  return (
    quarantinedAt && <RestrictionNote since={quarantinedAt} reason={reason} until={until} byEmail={null} />
  )
}

/** The section "Manage workspace quarantine". */
export function WorkspaceQuarantineSection() {
  const { isConfirmed } = useStaffCheck()
  const query = useInfiniteQuery({ ...quarantinedWorkspacesQuery, enabled: isConfirmed })
  const request = useQuarantineWorkspace()
  return (
    <AdminSection
      name="workspaceQuarantine"
      intro="For suspicious activity. Members still see the workspace in their list but cannot open it. Its tokens are refused until the quarantine ends."
    >
      <RestrictForm
        idLabel="Workspace id"
        icon="ban"
        setText="Quarantine workspace"
        endText="Unquarantine workspace"
        pagePathOf={workspacePath}
        request={request}
      />
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
                { id: 'at', header: 'Quarantined at', className: 'w-72 max-w-72', cell: QuarantinedSince },
              ]}
            />
          )}
        </PagedList>
      </div>
    </AdminSection>
  )
}
