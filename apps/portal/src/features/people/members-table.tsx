import type { Member } from '@portal/contract/members/members'
import { fullName } from '@portal/contract/text/full-name'
import type { Workspace } from '@portal/contract/workspaces/workspaces'
import { Pill } from '@portal/ui/data/pill'
import { Table } from '@portal/ui/data/table'
import { SearchBox } from '@portal/ui/fields/search-box'
import { useKeptState } from '@portal/ui/lib/input-keeper'
import { Timestamp } from '@portal/ui/text/timestamp'
import { useMemo, useState } from 'react'
import { NothingFound } from '../../lib/layout/nothing-found.tsx'
import { rowsPerPage, searchFrom } from '../../lib/layout/rows-per-page.ts'
import { useSearchText } from '../../lib/layout/use-search-text.ts'
import { Failure, type ShownFailure } from '../../lib/request/failure.tsx'
import { useRowFailures } from '../../lib/request/use-api-mutation.ts'
import { MemberActions } from './member-actions.tsx'
import { type MemberDialog, MemberDialogs } from './member-dialogs.tsx'
import { filterMembers, memberFilters } from './member-filters.ts'
import { MemberRoleCell } from './member-role-cell.tsx'

/** Sorts the owner first, then by email. */
export function sortMembers(members: readonly Member[]): Member[] {
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

interface MemberEmailCellProps {
  member: Member
  isSelf: boolean
  /** Shown here because the other columns are too narrow. */
  failure: ShownFailure | undefined
}

/** The email, with the name of the member or the state of the invitation below it. */
function MemberEmailCell({ member, isSelf, failure }: MemberEmailCellProps) {
  const { email, invitation } = member
  const name = fullName(member)
  return (
    <div className="flex min-w-0 flex-col gap-0.5">
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <span className="min-w-0 wrap-anywhere">{email}</span>
        {isSelf && <Pill>You</Pill>}
        {invitation && (
          <Pill tone={invitation.isExpired ? 'warning' : 'accent'}>
            {invitation.isExpired ? 'Invitation expired' : 'Invited'}
          </Pill>
        )}
      </div>
      {name && <bdi className="self-start text-content-muted text-sm wrap-anywhere">{name}</bdi>}
      {invitation && (
        <span className="text-content-muted text-sm">
          Sent <Timestamp date={invitation.sentAt} isRelative />,{' '}
          <span>{invitation.isExpired ? 'expired' : 'expires'}</span>{' '}
          <Timestamp date={invitation.expiresAt} isRelative />
        </span>
      )}
      {failure && <Failure {...failure} className="mt-2 max-w-md" />}
    </div>
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
}

/** The members and invitees of a workspace. */
export function MembersTable({ workspace, members, userId, search = '' }: MembersTableProps) {
  const { search: searched, box, boxKey, clear } = useSearchText(search)
  const [filterIds, setFilterIds] = useState<string[]>([])
  const [dialog, setDialog] = useKeptState<OpenDialog | undefined>('member dialog', undefined)
  const rowOf = useRowFailures()
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
                failure={rowOf(member.userId).failure}
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
                row={rowOf(member.userId)}
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
                row={rowOf(member.userId)}
                onOpen={(kind) => setDialog({ kind, member })}
              />
            ),
          },
        ]}
      />
      {dialog && <MemberDialogs {...dialog} workspace={workspace} onClose={() => setDialog(undefined)} />}
    </div>
  )
}
