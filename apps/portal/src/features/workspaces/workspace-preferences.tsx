import type { Workspace } from '@portal/contract/workspaces'
import { Button } from '@portal/ui/button'
import { Card } from '@portal/ui/card'
import { type ReactNode, useState } from 'react'
import { ApprovalsButton } from './approvals-button.tsx'
import { maySetDefault } from './set-default-rule.ts'
import { useWorkspaceMarks } from './use-workspace-marks.ts'

function Row({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="flex items-center justify-between gap-6 border-line border-t px-6 py-4 first:border-t-0">
      <div className="min-w-0">
        <p className="font-medium text-sm">{title}</p>
        <p className="text-content-muted text-sm text-pretty">{text}</p>
      </div>
      <div className="shrink-0">{children}</div>
    </div>
  )
}

export interface WorkspacePreferencesProps {
  workspace: Workspace
  userId: string
  /** Whether the approvals feature flag is on. */
  hasApprovals: boolean
}

/** What is switched rather than saved: approvals for all, default and hidden for this person alone (RULES section 6). */
export function WorkspacePreferences({ workspace, userId, hasApprovals }: WorkspacePreferencesProps) {
  const { isDefault, isHidden, approvalsEnabled } = workspace
  const { setDefault, setHidden } = useWorkspaceMarks()
  const [isSaving, setIsSaving] = useState(false)

  async function makeDefault() {
    setIsSaving(true)
    await setDefault(workspace)
    setIsSaving(false)
  }

  return (
    <Card padding="none">
      <div className="-mx-px">
        {hasApprovals && (
          <Row
            title="Approvals"
            text={
              approvalsEnabled
                ? 'Changes wait until somebody who may approves them.'
                : 'Changes are applied without anybody approving them.'
            }
          >
            <ApprovalsButton workspace={workspace} />
          </Row>
        )}
        {maySetDefault(workspace, userId) && (
          <Row
            title="Default workspace"
            text={isDefault ? 'It opens after you sign in.' : 'Have it open after you sign in.'}
          >
            <Button
              onPress={() => void makeDefault()}
              isLoading={isSaving}
              isDisabled={isDefault}
              disabledReason="This is your default workspace"
            >
              Set default
            </Button>
          </Row>
        )}
        <Row
          title="Your list"
          text={
            isHidden
              ? 'Hidden from your list of workspaces.'
              : 'Hide it from your list of workspaces. Others see it as before.'
          }
        >
          <Button icon={isHidden ? 'eye' : 'eye-off'} onPress={() => void setHidden(workspace, !isHidden)}>
            {isHidden ? 'Show' : 'Hide'}
          </Button>
        </Row>
      </div>
    </Card>
  )
}
