import {
  type Workspace,
  type WorkspaceSave,
  workspaceChangeSchema,
  workspaces,
} from '@portal/contract/workspaces/workspaces'
import { Button } from '@portal/ui/buttons/button'
import { Form } from '@portal/ui/fields/form'
import type { FormHandle } from '@portal/ui/fields/form-handle'
import { TextArea } from '@portal/ui/fields/text-area'
import { TextField } from '@portal/ui/fields/text-field'
import { Card } from '@portal/ui/layout/card'
import * as z from 'zod/mini'
import { nothingToSave } from '../../lib/layout/unsaved-input.ts'
import { Failure } from '../../lib/request/failure.tsx'
import { useApiMutation } from '../../lib/request/use-api-mutation.ts'
import { RemoteUrlField, remoteUrlSchema } from './remote-url-field.tsx'
import { useWorkspaceCache } from './use-workspace-cache.ts'

const valuesOf = ({ displayName, description, instanceUrl }: Workspace) => ({
  displayName,
  description,
  instanceUrl,
})

const formSchema = z.extend(workspaceChangeSchema, { instanceUrl: remoteUrlSchema })

/** The name, URL and description of a workspace, for its owner. */
export function WorkspaceForm({ workspace }: { workspace: Workspace }) {
  const save = useApiMutation(workspaces.update)
  const cache = useWorkspaceCache()

  async function submit(body: WorkspaceSave, form: FormHandle) {
    const list = await save.mutateAsync({ params: { workspaceId: workspace.id }, body })
    cache.setList(list)
    cache.noteActivity()
    const saved = list.find(({ id }) => id === workspace.id)
    if (saved) form.setSaved(valuesOf(saved))
  }

  return (
    <Card padding="lg">
      <Form
        schema={formSchema}
        defaultValues={valuesOf(workspace)}
        sendsChanges
        onSubmit={submit}
        aria-label="Workspace"
        className="flex flex-col gap-5"
      >
        {({ formState: { isDirty } }) => (
          <>
            <TextField name="displayName" label="Display Name" isRequired />
            {workspace.instanceEnvType === 'PRIVATE' && <RemoteUrlField />}
            <TextArea name="description" label="Description" isOneParagraph />
            <Failure error={save.error} isInForm />
            <div>
              <Button
                type="submit"
                tone="accent"
                requestStatus={save}
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
