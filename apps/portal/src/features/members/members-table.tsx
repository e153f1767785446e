import type { Member } from '@portal/contract/members/members'
import type { Workspace } from '@portal/contract/workspaces/workspaces'
import { Table } from '@portal/ui/data/table'
import { SearchBox } from '@portal/ui/fields/search-box'
import { useKeptState } from '@portal/ui/lib/input-keeper'
import { type ComponentType, useMemo, useState } from 'react'
import { fullName } from '../../lib/layout/full-name.ts'
import { NothingFound } from '../../lib/layout/nothing-found.tsx'
import { rowsPerPage, searchFrom } from '../../lib/layout/rows-per-page.ts'
import { useSearchText } from '../../lib/layout/use-search-text.ts'
import { useRowActions } from '../../lib/request/row-actions.ts'
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
  const wanted = text.trim().toLowerCase()
  return members.filter((member) =>
    `${member.email} ${fullName(member) ?? ''}`.toLowerCase().includes(wanted),
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
  const { search: searched, box, boxKey, clear } = useSearchText(search)
  const [filterIds, setFilterIds] = useState<string[]>([])
  const [dialog, setDialog] = useKeptState<OpenDialog | undefined>('member dialog', undefined)
  const actionOf = useRowActions()
  const found = useMemo(
    () => sortMembers(filterMembers(searchMembers(members, searched), filterIds)),
    [members, searched, filterIds],
  )

  return (
    <div className="flex flex-col gap-3">
      {(members.length >= searchFrom || searched !== '' || filterIds.length > 0) && (
        <SearchBox
          key={boxKey}
          {...box}
          placeholder="Search members..."
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
        emptyState={
          <NothingFound
            of="members"
            search={searched.trim()}
            onClearSearch={clear}
            onResetFilters={filterIds.length > 0 ? () => setFilterIds([]) : undefined}
          />
        }
        columns={[
          {
            id: 'email',
            header: 'Email',
            isRowHeader: true,
            cell: (member) => (
              <MemberEmailCell
                member={member}
                isSelf={member.userId === userId}
                failure={actionOf(member.userId).failure}
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
                action={actionOf(member.userId)}
                onAsk={() => setDialog({ kind: 'demote', member })}
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
                action={actionOf(member.userId)}
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
