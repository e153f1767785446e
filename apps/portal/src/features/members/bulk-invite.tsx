import type { Member } from '@portal/contract/members'
import type { Workspace } from '@portal/contract/workspaces'
import { Button } from '@portal/ui/buttons/button'
import { useKeptState } from '@portal/ui/lib/input-keeper'
import { useState } from 'react'
import { BulkInviteDialog } from './bulk-invite-dialog.tsx'
import { inviteRefusal } from './member-permissions.ts'

interface BulkInviteProps {
  workspace: Workspace
  members: readonly Member[]
}

/** Opens the dialog that invites several people. The pasted text is kept when the dialog is closed. */
export function BulkInvite({ workspace, members }: BulkInviteProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [text, setText] = useKeptState('bulk invitation', '')
  const refusal = inviteRefusal(workspace)
  return (
    <>
      <Button
        icon="list"
        aria-haspopup="dialog"
        isDisabled={refusal !== undefined}
        disabledReason={refusal}
        onPress={() => setIsOpen(true)}
      >
        Invite several people
      </Button>
      {isOpen && (
        <BulkInviteDialog
          workspace={workspace}
          members={members}
          text={text}
          onText={setText}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
