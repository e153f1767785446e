import type { Member } from '@portal/contract/members'
import type { Workspace } from '@portal/contract/workspaces'
import { Table } from '@portal/ui/data/table'
import { SearchBox } from '@portal/ui/fields/search-box'
import { useKeptState } from '@portal/ui/lib/input-keeper'
import { type ComponentType, useMemo, useState } from 'react'
import { fullName } from '../../lib/layout/full-name.ts'
import { rowsPerPage, searchFrom } from '../../lib/layout/rows-per-page.ts'
import type { RequestError } from '../../lib/request/request-error.ts'
import { MemberActions } from './member-actions.tsx'
import type { MemberDialogProps } from './member-dialog-props.ts'
import { type MemberDialog, MemberDialogs } from './member-dialogs.tsx'
import { MemberEmailCell } from './member-email-cell.tsx'
import { filterMembers, memberFilters } from './member-filters.ts'
import { MemberRoleCell } from './member-role-cell.tsx'

/** Sorts the owner first, then by email. */
function sortMembers(members: readonly Member[]): Member[] {
  const rank = ({ role }: Member) => (role === 'OWNER' ? 0 : 1)
  return [...members].sort((one, other) => rank(one) - rank(other) || one.email.localeCompare(other.email))
}

/** Returns the members whose email or name contains the text, ignoring case. */
function searchMembers(members: readonly Member[], text: string): Member[] {
  const wanted = text.trim().toLocaleLowerCase()
  return members.filter((member) =>
    `${member.email} ${fullName(member) ?? ''}`.toLocaleLowerCase().includes(wanted),
  )
}

interface OpenDialog {
  kind: MemberDialog
  member: Member
}

interface MembersTableProps {
  workspace: Workspace
  members: readonly Member[]
  userId: string
  /** What the table is initially searched for. */
  search?: string
  OfferDialog: ComponentType<MemberDialogProps>
}

/** The members and invitees of a workspace. */
export function MembersTable({ workspace, members, userId, search = '', OfferDialog }: MembersTableProps) {
  const [searched, setSearched] = useState(search)
  const [filterIds, setFilterIds] = useState<string[]>([])
  const [dialog, setDialog] = useKeptState<OpenDialog | undefined>('member dialog', undefined)
  const [roleFailures, setRoleFailures] = useState<Partial<Record<string, RequestError>>>({})
  const found = useMemo(
    () => sortMembers(filterMembers(searchMembers(members, searched), filterIds)),
    [members, searched, filterIds],
  )

  return (
    <div className="flex flex-col gap-3">
      {(members.length >= searchFrom || searched !== '' || filterIds.length > 0) && (
        <SearchBox
          placeholder="Search members..."
          onSearch={setSearched}
          defaultText={search}
          size="sm"
          filters={memberFilters(members)}
          activeFilterIds={filterIds}
          onActiveFilterIdsChange={setFilterIds}
          className="max-w-xl"
        />
      )}
      <Table
        label="Members"
        rows={found}
        rowKey={(member) => member.userId}
        pageSize={rowsPerPage}
        pageKey={`${filterIds.join(' ')}:${searched}`}
        emptyState="No members match your search."
        columns={[
          {
            id: 'email',
            header: 'Email',
            isRowHeader: true,
            cell: (member) => (
              <MemberEmailCell
                member={member}
                isSelf={member.userId === userId}
                roleFailure={roleFailures[member.userId]}
              />
            ),
          },
          {
            id: 'role',
            header: 'Role',
            className: 'w-44',
            cell: (member) => (
              <MemberRoleCell
                workspace={workspace}
                member={member}
                onFailure={(error) => setRoleFailures((others) => ({ ...others, [member.userId]: error }))}
              />
            ),
          },
          {
            id: 'remove',
            header: 'Remove User',
            className: 'w-32',
            align: 'right',
            cell: (member) => (
              <MemberActions
                workspace={workspace}
                member={member}
                userId={userId}
                onOpen={(kind) => setDialog({ kind, member })}
              />
            ),
          },
        ]}
      />
      {dialog && (
        <MemberDialogs
          {...dialog}
          workspace={workspace}
          OfferDialog={OfferDialog}
          onClose={() => setDialog(undefined)}
        />
      )}
    </div>
  )
}
