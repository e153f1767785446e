import { roleLabels } from '@portal/contract/members/roles'
import { workspaceRights } from '@portal/contract/workspaces/workspace-rights'
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
import { Icon } from '@portal/ui/text/icon'
import { Timestamp } from '@portal/ui/text/timestamp'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { useFlag } from '../../lib/analytics/flags.ts'
import { useUser } from '../../lib/guard/session.ts'
import { CopyableId } from '../../lib/layout/identifier.tsx'
import { nothingToSave } from '../../lib/layout/unsaved-input.ts'
import { Failure } from '../../lib/request/failure.tsx'
import { useApiMutation } from '../../lib/request/use-api-mutation.ts'
import { RemoteUrlField, remoteUrlSchema } from './remote-url-field.tsx'
import { useWorkspaceCache } from './use-workspace-cache.ts'
import { envTypeLabels, ownerName } from './workspace-labels.ts'
import { changeRefusal } from './workspace-permissions.ts'
import { WorkspacePreferences } from './workspace-preferences.tsx'
import { workspaceQuery } from './workspace-queries.ts'

/** A name and its value in a description list. */
function FactRow({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-0.5">
      <dt className="text-content-muted text-sm">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  )
}

/** Read-only facts: the hosting, the user's role, the owner and the creation date. */
function WorkspaceFacts({ workspace, userId }: { workspace: Workspace; userId: string }) {
  return (
    <Card padding="lg">
      <dl className="grid grid-cols-2 gap-4 desktop:grid-cols-1">
        <FactRow name="Hosting">
          {envTypeLabels[workspace.instanceEnvType]}
          <span className="block font-mono text-content-muted text-xs">{workspace.instanceUrl}</span>
        </FactRow>
        <FactRow name="Your role">{roleLabels[workspace.role]}</FactRow>
        <FactRow name="Owner">
          <span dir="auto">
            {workspace.creatorUserId === userId ? 'You' : (ownerName(workspace) ?? 'Unknown')}
          </span>
        </FactRow>
        <FactRow name="Created">
          <Timestamp date={workspace.createdAt} hasTooltip={false} />
        </FactRow>
        <FactRow name="ID">
          <CopyableId id={workspace.id} label="Copy ID" />
        </FactRow>
      </dl>
    </Card>
  )
}

interface WorkspaceValuesProps {
  workspace: Workspace
  /** Why the user cannot change the values. */
  refusal: string
}

/** The name, URL and description of a workspace, for members who cannot change them. */
function WorkspaceValues({ workspace, refusal }: WorkspaceValuesProps) {
  return (
    <Card padding="lg">
      <dl className="flex flex-col gap-4">
        <FactRow name="Display Name">
          <span dir="auto">{workspace.displayName}</span>
        </FactRow>
        {workspace.instanceEnvType === 'PRIVATE' && <FactRow name="URL">{workspace.instanceUrl}</FactRow>}
        <FactRow name="Description">
          {workspace.description ? (
            <span dir="auto">{workspace.description}</span>
          ) : (
            <span className="text-content-muted">No description</span>
          )}
        </FactRow>
      </dl>
      <p className="mt-5 flex items-center gap-2 border-line border-t pt-4 text-content-muted text-sm">
        <Icon name="lock" size="sm" className="shrink-0" />
        {refusal}
      </p>
    </Card>
  )
}

const valuesOf = ({ displayName, description, instanceUrl }: Workspace) => ({
  displayName,
  description,
  instanceUrl,
})

const formSchema = z.extend(workspaceChangeSchema, { instanceUrl: remoteUrlSchema })

/** The name, URL and description of a workspace, for its owner. */
function WorkspaceForm({ workspace }: { workspace: Workspace }) {
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

/** The general settings of a workspace. See docs/product/workspaces.md#details. */
export function WorkspacePage({ workspaceId }: { workspaceId: string }) {
  const user = useUser()
  const { data: workspace } = useSuspenseQuery(workspaceQuery(workspaceId))
  const hasApprovals = useFlag('APPROVALS_OPT_IN_OUT', user)
  const refusal = changeRefusal(workspace, workspaceRights.editWorkspace)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 desktop:grid-cols-[minmax(0,1fr)_17rem]">
      <div className="flex min-w-0 flex-col gap-6">
        {refusal ? (
          <WorkspaceValues workspace={workspace} refusal={refusal} />
        ) : (
          // The key resets the form when the user switches to another workspace.
          <WorkspaceForm key={workspace.id} workspace={workspace} />
        )}
        <WorkspacePreferences workspace={workspace} userId={user.id} hasApprovals={hasApprovals} />
      </div>
      <WorkspaceFacts workspace={workspace} userId={user.id} />
    </div>
  )
}
