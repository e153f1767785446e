import { newWorkspaceSchema, type Workspace, workspaces } from '@portal/contract/workspaces'
import { Button } from '@portal/ui/button'
import { Card } from '@portal/ui/card'
import { ErrorMessage } from '@portal/ui/error-message'
import { Form, type FormHandle } from '@portal/ui/form'
import { TextArea } from '@portal/ui/text-area'
import { TextField } from '@portal/ui/text-field'
import * as z from 'zod/mini'
import { errorTitle } from '../../lib/error-messages.ts'
import { useFormCall } from '../../lib/use-form-call.ts'
import { changeRefusal } from './change-refusal.ts'
import { RemoteUrlField } from './remote-url-field.tsx'
import { useWorkspaceCache } from './use-workspace-cache.ts'

const { displayName, description } = newWorkspaceSchema.shape
const formSchema = z.object({ displayName, description, instanceUrl: z.optional(z.nullable(z.string())) })

const valuesOf = ({ displayName, description, instanceUrl }: Workspace) => ({
  displayName,
  description,
  instanceUrl,
})

/** Name, address and description of a workspace: the owner's to change, everybody's to see (SPEC sections 2 and 6). */
export function WorkspaceForm({ workspace }: { workspace: Workspace }) {
  const save = useFormCall(workspaces.update)
  const cache = useWorkspaceCache()
  const refusal = changeRefusal(workspace, 'editWorkspace')
  const isRemote = workspace.instanceEnvType === 'PRIVATE'

  async function submit(values: z.infer<typeof formSchema>, form: FormHandle) {
    const { instanceUrl, ...texts } = values
    const outcome = await save.run({
      params: { workspaceId: workspace.id },
      body: { ...texts, ...(isRemote && instanceUrl && { instanceUrl }) },
    })
    if (!outcome.isOk) return
    cache.setList(outcome.data)
    cache.noteActivity()
    const saved = outcome.data.find(({ id }) => id === workspace.id)
    if (saved) form.reset(valuesOf(saved))
  }

  return (
    <Card padding="lg">
      <Form
        schema={formSchema}
        defaultValues={valuesOf(workspace)}
        onSubmit={submit}
        aria-label="Workspace"
        isDisabled={refusal !== undefined}
        disabledReason={refusal}
        className="flex flex-col gap-5"
      >
        <TextField name="displayName" label="Display Name" isRequired />
        {isRemote && <RemoteUrlField name="instanceUrl" />}
        <TextArea name="description" label="Description" isOneParagraph />
        {save.failure && <ErrorMessage title={errorTitle(save.failure)} status={save.status} />}
        <div>
          <Button
            type="submit"
            tone="accent"
            requestStatus={save.status}
            isDisabled={refusal !== undefined}
            disabledReason={refusal}
            loadingText="Saving..."
            successText="Saved!"
          >
            Save Workspace
          </Button>
        </div>
      </Form>
    </Card>
  )
}
