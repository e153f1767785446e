import { may } from '@portal/contract/members/roles'
import { type Workspace, workspaceRights, workspaces } from '@portal/contract/workspaces/workspaces'
import { Button } from '@portal/ui/buttons/button'
import { ConfirmButton } from '@portal/ui/buttons/confirm-button'
import { ErrorMessage } from '@portal/ui/feedback/error-message'
import { Card } from '@portal/ui/layout/card'
import { showToast } from '@portal/ui/lib/toast-queue'
import type { ReactNode } from 'react'
import { useCall } from '../../lib/request/calls.ts'
import { errorTexts } from '../../lib/request/error-messages.ts'
import { useMarkAttempts } from './mark-attempt.ts'
import { refreshInstance } from './shared/refresh-instance.ts'
import { useWorkspaceCache } from './use-workspace-cache.ts'
import { type MarkFailure, useWorkspaceMarks } from './use-workspace-marks.ts'
import { changeRefusal, maySetDefault } from './workspace-permissions.ts'

interface RowProps {
  title: string
  text: string
  /** Shown below until the next attempt. */
  failure: MarkFailure | undefined
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
      {failure && <ErrorMessage {...errorTexts(failure.error)} title={failure.title} />}
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

/** Toggles `approvalsEnabled` and refreshes the instance. */
function useApprovals({ id, approvalsEnabled }: Workspace) {
  const { run, status, error } = useCall(workspaces.setApprovals)
  const cache = useWorkspaceCache()

  async function flip() {
    const wanted = !approvalsEnabled
    const outcome = await run({ params: { workspaceId: id }, body: { approvalsEnabled: wanted } })
    if (!outcome.isOk) return
    cache.change(id, () => outcome.data)
    cache.noteActivity()
    showToast(wanted ? 'Approvals are enabled' : 'Approvals are disabled', { tone: 'success' })
    refreshInstance(outcome.data)
  }

  return { flip, status, error }
}

function ApprovalsRow({ workspace }: { workspace: Workspace }) {
  const { approvalsEnabled } = workspace
  const { status, error, flip } = useApprovals(workspace)
  const title = `Approvals were not ${approvalsEnabled ? 'disabled' : 'enabled'}`
  return (
    <Row
      title="Approvals"
      text={approvalsEnabled ? 'Changes wait for approval.' : 'Changes are applied without approval.'}
      failure={status.isError && error ? { title, error } : undefined}
    >
      {may(workspace.role, workspaceRights.toggleApprovals) && (
        <ApprovalsButton workspace={workspace} isPending={status.isPending} onConfirm={() => void flip()} />
      )}
    </Row>
  )
}

export interface WorkspacePreferencesProps {
  workspace: Workspace
  userId: string
  /** Whether the approvals feature flag is on. */
  hasApprovals: boolean
}

/** Settings that apply immediately: approvals for all members, and the user's own default and hidden marks. */
export function WorkspacePreferences({ workspace, userId, hasApprovals }: WorkspacePreferencesProps) {
  const { isDefault, isHidden } = workspace
  const { setDefault, setHidden } = useWorkspaceMarks()
  const asDefault = useMarkAttempts()
  const asHidden = useMarkAttempts()

  return (
    <Card padding="none">
      {hasApprovals && <ApprovalsRow workspace={workspace} />}
      {maySetDefault(workspace, userId) && (
        <Row
          title="Default workspace"
          text={isDefault ? 'Opens after you sign in.' : 'Open this workspace after you sign in.'}
          failure={asDefault.failure}
        >
          <Button
            onPress={() => void asDefault.run(() => setDefault(workspace))}
            isLoading={asDefault.isPending}
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
        failure={asHidden.failure}
      >
        <Button
          icon={isHidden ? 'eye' : 'eye-off'}
          onPress={() => void asHidden.run(() => setHidden(workspace, !isHidden))}
          isLoading={asHidden.isPending}
        >
          {isHidden ? 'Show' : 'Hide'}
        </Button>
      </Row>
    </Card>
  )
}
