import type { Member } from '@portal/contract/members'
import type { Workspace } from '@portal/contract/workspaces'
import { Button } from '@portal/ui/buttons/button'
import { Table } from '@portal/ui/data/table'
import { SearchBox } from '@portal/ui/fields/search-box'
import { useKeptState } from '@portal/ui/lib/input-keeper'
import { type ComponentType, useState } from 'react'
import type { RequestError } from '../../lib/request/request-error.ts'
import { MemberActions } from './member-actions.tsx'
import type { MemberDialogProps } from './member-dialog-props.ts'
import { type MemberDialog, MemberDialogs } from './member-dialogs.tsx'
import { MemberEmailCell } from './member-email-cell.tsx'
import { searchMembers, sortMembers } from './member-list.ts'
import { MemberRoleCell } from './member-role-cell.tsx'

/** How many rows are shown before "Show more", and added by it. */
const searchFrom = 11
const rowsAtOnce = 25

interface OpenDialog {
  kind: MemberDialog
  member: Member
}

interface MembersTableProps {
  workspace: Workspace
  members: readonly Member[]
  userId: string
  OfferDialog: ComponentType<MemberDialogProps>
}

/** The members and invitees of a workspace. */
export function MembersTable({ workspace, members, userId, OfferDialog }: MembersTableProps) {
  const [searched, setSearched] = useState('')
  const [shownCount, setShownCount] = useState(rowsAtOnce)
  const [dialog, setDialog] = useKeptState<OpenDialog | undefined>('member dialog', undefined)
  const [roleFailures, setRoleFailures] = useState<Partial<Record<string, RequestError>>>({})
  const found = sortMembers(searchMembers(members, searched))
  const hiddenCount = Math.max(0, found.length - shownCount)

  return (
    <div className="flex flex-col gap-3">
      {members.length >= searchFrom && (
        <SearchBox placeholder="Search members..." onSearch={setSearched} size="sm" className="max-w-72" />
      )}
      <Table
        label="Members"
        rows={found.slice(0, shownCount)}
        rowKey={(member) => member.userId}
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
      {hiddenCount > 0 && (
        <Button onPress={() => setShownCount(shownCount + rowsAtOnce)} className="self-center">
          Show {Math.min(rowsAtOnce, hiddenCount)} more ({hiddenCount} left)
        </Button>
      )}
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
