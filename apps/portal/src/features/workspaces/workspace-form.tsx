import {
  type Workspace,
  type WorkspaceSave,
  workspaceChangeSchema,
  workspaces,
} from '@portal/contract/workspaces/workspaces'
import { Button } from '@portal/ui/buttons/button'
import { ErrorMessage } from '@portal/ui/feedback/error-message'
import { Form } from '@portal/ui/fields/form'
import type { FormHandle } from '@portal/ui/fields/form-handle'
import { TextArea } from '@portal/ui/fields/text-area'
import { TextField } from '@portal/ui/fields/text-field'
import { Card } from '@portal/ui/layout/card'
import { nothingToSave } from '../../lib/layout/unsaved-input.ts'
import { errorTitle } from '../../lib/request/error-messages.ts'
import { useFormCall } from '../../lib/request/use-form-call.ts'
import { RemoteUrlField } from './remote-url-field.tsx'
import { useWorkspaceCache } from './use-workspace-cache.ts'

const valuesOf = ({ displayName, description, instanceUrl }: Workspace) => ({
  displayName,
  description,
  instanceUrl,
})

/** The name, URL and description of a workspace, for its owner. */
export function WorkspaceForm({ workspace }: { workspace: Workspace }) {
  const save = useFormCall(workspaces.update)
  const cache = useWorkspaceCache()

  async function submit(body: WorkspaceSave, form: FormHandle) {
    const outcome = await save.run({ params: { workspaceId: workspace.id }, body })
    if (!outcome.isOk) return
    cache.setList(outcome.data)
    cache.noteActivity()
    const saved = outcome.data.find(({ id }) => id === workspace.id)
    if (saved) form.setSaved(valuesOf(saved))
  }

  return (
    <Card padding="lg">
      <Form
        schema={workspaceChangeSchema}
        defaultValues={valuesOf(workspace)}
        sendsChanges
        onSubmit={submit}
        aria-label="Workspace"
        className="flex flex-col gap-5"
      >
        {({ isDirty }) => (
          <>
            <TextField name="displayName" label="Display Name" isRequired />
            {workspace.instanceEnvType === 'PRIVATE' && (
              <RemoteUrlField name="instanceUrl" savedUrl={workspace.instanceUrl} />
            )}
            <TextArea name="description" label="Description" isOneParagraph />
            {save.failure && <ErrorMessage title={errorTitle(save.failure)} status={save.status} />}
            <div>
              <Button
                type="submit"
                tone="accent"
                requestStatus={save.status}
                isDisabled={!isDirty}
                disabledReason={nothingToSave}
                loadingText="Saving..."
                successText="Saved!"
              >
                Save Workspace
              </Button>
            </div>
          </>
        )}
      </Form>
    </Card>
  )
}
