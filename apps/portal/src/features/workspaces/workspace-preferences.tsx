import { may } from '@portal/contract/members/roles'
import { workspaceRights } from '@portal/contract/workspaces/workspace-rights'
import { type Workspace, workspaces } from '@portal/contract/workspaces/workspaces'
import { Button } from '@portal/ui/buttons/button'
import { ConfirmButton } from '@portal/ui/buttons/confirm-button'
import { Card } from '@portal/ui/layout/card'
import { showToast } from '@portal/ui/lib/toast-queue'
import { type ReactNode, useState } from 'react'
import { Failure, type ShownFailure } from '../../lib/request/failure.tsx'
import { useApiMutation } from '../../lib/request/use-api-mutation.ts'
import { type SettingFailure, useSetDefault, useSetHidden } from './own-settings.ts'
import { refreshInstance } from './refresh-instance.ts'
import { useWorkspaceCache } from './use-workspace-cache.ts'
import { changeRefusal, maySetDefault } from './workspace-permissions.ts'

interface RowProps {
  title: string
  text: string
  /** Shown below until the next attempt. */
  failure: ShownFailure | undefined
  children?: ReactNode
}

function Row({ title, text, failure, children }: RowProps) {
  return (
    <div className="flex flex-col gap-3 border-line border-t px-5 py-4 first:border-t-0">
      <div className="flex items-center justify-between gap-6">
        <div className="min-w-0">
          <p className="font-medium text-sm">{title}</p>
          <p className="text-content-muted text-sm text-pretty">{text}</p>
        </div>
        {children && <div className="shrink-0">{children}</div>}
      </div>
      <Failure error={failure?.error} title={failure?.title} />
    </div>
  )
}

interface ApprovalsButtonProps {
  workspace: Workspace
  isPending: boolean
  onConfirm: () => void
}

/** Enables or disables workspace approvals, after a confirmation. */
function ApprovalsButton({ workspace, isPending, onConfirm }: ApprovalsButtonProps) {
  const refusal = changeRefusal(workspace, workspaceRights.toggleApprovals)
  return (
    <ConfirmButton
      onConfirm={onConfirm}
      isLoading={isPending}
      isDisabled={refusal !== undefined}
      disabledReason={refusal}
    >
      {workspace.approvalsEnabled ? 'Disable Workspace Approvals' : 'Enable Workspace Approvals'}
    </ConfirmButton>
  )
}

/** Enables or disables approvals and refreshes the instance. */
function ApprovalsRow({ workspace }: { workspace: Workspace }) {
  const { id, approvalsEnabled } = workspace
  const cache = useWorkspaceCache()
  const set = useApiMutation(workspaces.setApprovals, {
    onSuccess: (saved) => {
      cache.change(id, saved)
      cache.noteActivity()
      showToast(saved.approvalsEnabled ? 'Approvals are enabled' : 'Approvals are disabled', {
        tone: 'success',
      })
      refreshInstance(saved)
    },
  })
  const title = `Approvals were not ${approvalsEnabled ? 'disabled' : 'enabled'}`
  return (
    <Row
      title="Approvals"
      text={approvalsEnabled ? 'Changes wait for approval.' : 'Changes are applied without approval.'}
      failure={set.error ? { title, error: set.error } : undefined}
    >
      {may(workspace.role, workspaceRights.toggleApprovals) && (
        <ApprovalsButton
          workspace={workspace}
          isPending={set.isPending}
          onConfirm={() =>
            set.mutate({ params: { workspaceId: id }, body: { approvalsEnabled: !approvalsEnabled } })
          }
        />
      )}
    </Row>
  )
}

interface WorkspacePreferencesProps {
  workspace: Workspace
  userId: string
  /** Whether the approvals feature flag is on. */
  hasApprovals: boolean
}

/** Settings that apply immediately: approvals for all members, and the user's own default and hidden marks. */
export function WorkspacePreferences({ workspace, userId, hasApprovals }: WorkspacePreferencesProps) {
  const { id, isDefault, isHidden } = workspace
  const [defaultFailure, setDefaultFailure] = useState<SettingFailure>()
  const [hiddenFailure, setHiddenFailure] = useState<SettingFailure>()
  const setDefault = useSetDefault(workspace, setDefaultFailure)
  const setHidden = useSetHidden(workspace, setHiddenFailure)
  const params = { workspaceId: id }

  return (
    <Card padding="none">
      {hasApprovals && <ApprovalsRow workspace={workspace} />}
      {maySetDefault(workspace, userId) && (
        <Row
          title="Default workspace"
          text={isDefault ? 'Opens after you sign in.' : 'Open this workspace after you sign in.'}
          failure={defaultFailure}
        >
          <Button
            onPress={() => setDefault.mutate({ params })}
            isLoading={setDefault.isPending}
            isDisabled={isDefault}
            disabledReason="This is your default workspace"
          >
            Set default
          </Button>
        </Row>
      )}
      <Row
        title="Visibility"
        text={
          isHidden
            ? 'Hidden from your list. Only affects you.'
            : 'Hide this workspace from your list. Only affects you.'
        }
        failure={hiddenFailure}
      >
        <Button
          icon={isHidden ? 'eye' : 'eye-off'}
          onPress={() => setHidden.mutate({ params, body: { isHidden: !isHidden } })}
          isLoading={setHidden.isPending}
        >
          {isHidden ? 'Show' : 'Hide'}
        </Button>
      </Row>
    </Card>
  )
}
