import { restorableDays } from '@portal/contract/limits'
import { type Workspace, workspaces } from '@portal/contract/workspaces/workspaces'
import { TextField } from '@portal/ui/fields/text-field'
import { useKeptState } from '@portal/ui/lib/input-keeper'
import { showToast } from '@portal/ui/lib/toast-queue'
import { useNavigate } from '@tanstack/react-router'
import { FormDialog } from '../../lib/layout/form-dialog.tsx'
import { shortName } from '../../lib/layout/short-name.ts'
import { useApiMutation } from '../../lib/request/use-api-mutation.ts'
import { useWorkspaceCache } from './use-workspace-cache.ts'
import { WhatStops } from './what-stops.tsx'

const clean = (name: string) => name.normalize('NFC').replace(/\s+/g, ' ').trim()

/** Lists the effects of a deletion and asks for the workspace name, to prevent deleting the wrong workspace. */
export function DeleteWorkspaceDialog({ workspace, onClose }: { workspace: Workspace; onClose: () => void }) {
  const { id, displayName } = workspace
  const [typed, setTyped] = useKeptState<string | null>('delete workspace name', null)
  const cache = useWorkspaceCache()
  const navigate = useNavigate()
  const remove = useApiMutation(workspaces.delete, {
    onSuccess: async () => {
      showToast(`“${shortName(displayName)}” is deleted`, {
        tone: 'success',
        description: `You can restore it for ${restorableDays} days, under “Recently deleted”.`,
      })
      // Leaves first: this page would refetch the deleted workspace.
      await navigate({ to: '/workspaces' })
      cache.forget(id)
    },
  })
  const isMeant = clean(typed ?? '') === clean(displayName)

  return (
    <FormDialog
      title={`Delete ${displayName}?`}
      description={`You can restore the workspace and its members for ${restorableDays} days. Its API tokens stay revoked.`}
      role="alertdialog"
      size="lg"
      actText="Delete Workspace"
      tone="danger"
      request={remove}
      problem={isMeant ? undefined : 'Type the name of the workspace first'}
      onSubmit={() => remove.mutate({ params: { workspaceId: id } })}
      onClose={onClose}
    >
      <WhatStops workspace={workspace} />
      <TextField
        label="Type the name of the workspace to delete it"
        hint={<bdi className="font-mono text-content">{displayName}</bdi>}
        value={typed}
        onChange={setTyped}
        hasAutoFocus
      />
    </FormDialog>
  )
}
