import { restorableDays } from '@portal/contract/limits'
import { type Workspace, workspaces } from '@portal/contract/workspaces'
import { Button } from '@portal/ui/button'
import { ErrorMessage } from '@portal/ui/error-message'
import { showToast } from '@portal/ui/lib/toast-queue'
import { Modal } from '@portal/ui/modal'
import { TextField } from '@portal/ui/text-field'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useCall } from '../../lib/api.ts'
import { errorTitle } from '../../lib/error-messages.ts'
import { useWorkspaceCache } from './use-workspace-cache.ts'
import { WhatStops } from './what-stops.tsx'

const clean = (name: string) => name.normalize('NFC').replace(/\s+/g, ' ').trim()

/** Before a deletion: what stops with it, and the name to be typed, so that it is the one that is meant. */
export function DeleteWorkspaceDialog({ workspace, onClose }: { workspace: Workspace; onClose: () => void }) {
  const { id, displayName } = workspace
  const [typed, setTyped] = useState<string | null>(null)
  const remove = useCall(workspaces.delete)
  const cache = useWorkspaceCache()
  const navigate = useNavigate()
  const isMeant = clean(typed ?? '') === clean(displayName)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!isMeant || remove.status.isPending) return
    const outcome = await remove.run({ params: { workspaceId: id } })
    if (!outcome.isOk) return
    showToast(`“${displayName}” is deleted`, {
      tone: 'success',
      description: `You can restore it for ${restorableDays} days, under “Recently deleted”.`,
    })
    // Away first: this page would ask again for what is no longer there.
    await navigate({ to: '/workspaces' })
    cache.forget(id)
  }

  return (
    <Modal
      title={`Delete ${displayName}?`}
      description="It is gone for everybody at once."
      role="alertdialog"
      size="lg"
      isOpen
      onOpenChange={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            type="submit"
            form="delete-workspace"
            tone="danger"
            requestStatus={remove.status}
            isDisabled={!isMeant}
            disabledReason="Type the name of the workspace first"
          >
            Delete Workspace
          </Button>
        </>
      }
    >
      <form
        id="delete-workspace"
        onSubmit={(event) => void submit(event)}
        className="flex flex-col gap-4"
        autoComplete="off"
      >
        <WhatStops workspace={workspace} />
        <p className="text-sm">
          You can restore it with its members for {restorableDays} days. What has ended stays ended: new
          tokens have to be generated.
        </p>
        <TextField
          label="Type the name of the workspace to delete it"
          hint={<span className="font-mono text-content">{displayName}</span>}
          value={typed}
          onChange={setTyped}
          hasAutoFocus
        />
        <ErrorMessage title={errorTitle(remove.error)} status={remove.status} />
      </form>
    </Modal>
  )
}
