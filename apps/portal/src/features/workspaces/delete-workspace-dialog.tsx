import { restorableDays } from '@portal/contract/limits'
import { type Workspace, workspaces } from '@portal/contract/workspaces'
import { TextField } from '@portal/ui/fields/text-field'
import { showToast } from '@portal/ui/lib/toast-queue'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { FormDialog } from '../../lib/layout/form-dialog.tsx'
import { useCall } from '../../lib/request/api.ts'
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

  async function confirm() {
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
    <FormDialog
      title={`Delete ${displayName}?`}
      description="It is gone for everybody at once."
      role="alertdialog"
      size="lg"
      actText="Delete Workspace"
      tone="danger"
      status={remove.status}
      error={remove.error}
      problem={isMeant ? undefined : 'Type the name of the workspace first'}
      onSubmit={confirm}
      onClose={onClose}
    >
      <WhatStops workspace={workspace} />
      <p className="text-sm">
        You can restore it with its members for {restorableDays} days. What has ended stays ended: new tokens
        have to be generated.
      </p>
      <TextField
        label="Type the name of the workspace to delete it"
        hint={<span className="font-mono text-content">{displayName}</span>}
        value={typed}
        onChange={setTyped}
        hasAutoFocus
      />
    </FormDialog>
  )
}
