import { newWorkspaceSchema, workspaces } from '@portal/contract/workspaces/workspaces'
import { Button } from '@portal/ui/buttons/button'
import { LinkButton } from '@portal/ui/buttons/link-button'
import { Form } from '@portal/ui/fields/form'
import { RadioGroup } from '@portal/ui/fields/radio-group'
import { TextArea } from '@portal/ui/fields/text-area'
import { TextField } from '@portal/ui/fields/text-field'
import { Card } from '@portal/ui/layout/card'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { env } from '../../lib/env.ts'
import { useUser } from '../../lib/guard/session.ts'
import { CopyAsCommand } from '../../lib/layout/copy-as-command.tsx'
import { Page } from '../../lib/layout/page.tsx'
import { Failure } from '../../lib/request/failure.tsx'
import { useApiMutation } from '../../lib/request/use-api-mutation.ts'
import { RemoteUrlField, remoteUrlSchema } from './remote-url-field.tsx'
import { type WorkspaceType, workspaceTypeLabels, workspaceTypes } from './workspace-labels.ts'
import { workspacesQuery } from './workspace-queries.ts'

const hints: Record<WorkspaceType, string> = {
  saas: 'We run the instance for you. Nothing to install.',
  local: `The instance runs on your own computer, at ${env.localInstanceUrl}.`,
  url: 'The instance runs on your own server.',
}

const options = workspaceTypes.map((value) => ({ value, label: workspaceTypeLabels[value] }))

/** The workspace type, and the URL of a remote workspace. */
function WorkspaceTypeFields() {
  const type: WorkspaceType | null | undefined = useWatch({ name: 'type' })
  return (
    <>
      <RadioGroup
        name="type"
        label="Workspace Type"
        isRequired
        variant="cards"
        orientation="horizontal"
        options={options}
        hint={hints[type ?? 'saas']}
      />
      {type === 'url' && <RemoteUrlField />}
    </>
  )
}

const instanceUrls = { saas: env.managedInstanceUrl, local: env.localInstanceUrl }

const { displayName, description } = newWorkspaceSchema.shape
const formSchema = z.discriminatedUnion('type', [
  z.object({ displayName, type: z.enum(['saas', 'local']), description }),
  z.object({ displayName, type: z.literal('url'), instanceUrl: remoteUrlSchema, description }),
])

const toBody = (values: z.infer<typeof formSchema>) => ({
  displayName: values.displayName,
  instanceUrl: values.type === 'url' ? values.instanceUrl : instanceUrls[values.type],
  description: values.description,
})

/** The form at `/workspace/new`. */
export function CreateWorkspacePage() {
  const user = useUser()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const create = useApiMutation(workspaces.create)
  /** Decided by the first attempt, which may have created the workspace. With another value, the next one would create a second. */
  const isDefault = useRef<boolean>(undefined)

  async function submit(values: z.infer<typeof formSchema>) {
    // If the list doesn't load, the user may already have a default, which the new workspace must not replace.
    const known = await queryClient.fetchQuery({ ...workspacesQuery, retry: false }).catch(() => undefined)
    isDefault.current ??= known?.every(({ creatorUserId }) => creatorUserId !== user.id) ?? false
    const created = await create.mutateAsync({
      body: {
        ...toBody(values),
        isDefault: isDefault.current,
        isFavourite: false,
        isHidden: false,
        approvalsEnabled: false,
      },
    })
    queryClient.setQueryData(workspacesQuery.queryKey, created.workspaces)
    await navigate({
      to: '/workspace/$workspaceId',
      params: { workspaceId: created.newWorkspaceId },
    })
  }

  return (
    <Page title="Create New Workspace" width="narrow">
      <Card padding="lg">
        <Form
          schema={formSchema}
          defaultValues={{ type: 'saas' }}
          onSubmit={submit}
          aria-label="Create New Workspace"
          className="flex flex-col gap-5"
        >
          <TextField name="displayName" label="Display Name" isRequired />
          <WorkspaceTypeFields />
          <TextArea name="description" label="Description" isOneParagraph />
          <Failure error={create.error} isInForm />
          <div className="flex items-center gap-2">
            <Button type="submit" tone="accent" requestStatus={create}>
              Create Workspace
            </Button>
            <LinkButton href="/workspaces" variant="ghost">
              Cancel
            </LinkButton>
            <CopyAsCommand
              call={workspaces.create}
              input={(values: z.infer<typeof formSchema>) => ({ body: toBody(values) })}
            />
          </div>
        </Form>
      </Card>
    </Page>
  )
}
