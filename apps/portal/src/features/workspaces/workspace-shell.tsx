import type { Workspace } from '@portal/contract/workspaces/workspaces'
import { Button } from '@portal/ui/buttons/button'
import { Pill } from '@portal/ui/data/pill'
import { Skeleton } from '@portal/ui/feedback/skeleton'
import { StatusBox } from '@portal/ui/feedback/status-box'
import { TextLink } from '@portal/ui/text/text-link'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useFlag } from '../../lib/analytics/flags.ts'
import { env } from '../../lib/env.ts'
import { useUser } from '../../lib/guard/session.ts'
import { quietLink } from '../../lib/layout/plain-link.ts'
import { SectionNav } from '../../lib/layout/section-nav.tsx'
import { SectionShell } from '../../lib/layout/section-shell.tsx'
import { sectionsOf, useCurrentSection, workspaceSections } from '../../lib/layout/sections.ts'
import { goToWorkspace } from './go-to-workspace.ts'
import { envTypeLabels } from './workspace-labels.ts'
import { WorkspacePills } from './workspace-pills.tsx'
import { workspaceQuery, workspacesQuery } from './workspace-queries.ts'
import { WorkspaceSectionPending } from './workspace-section-pending.tsx'

/**
 * Opens the workspace in its instance. The button is secondary, because each section has its own primary button. Until the user has opened
 * the workspace, that is the next step.
 */
function GoToWorkspaceButton({ workspace }: { workspace: Workspace }) {
  const open = () => goToWorkspace(workspace.id)
  return (
    <Button
      tone={workspace.lastOpenedAt === null ? 'accent' : 'neutral'}
      iconRight="arrow--right"
      onPress={open}
      isDisabled={workspace.quarantinedAt !== null}
      disabledReason="This workspace is quarantined"
    >
      Go to workspace
    </Button>
  )
}

/** Explains on every page of a quarantined workspace what happened. See docs/product/workspaces.md#quarantine. */
function QuarantineExplanation({ role }: { role: Workspace['role'] }) {
  return (
    <StatusBox
      tone="warning"
      announce="off"
      title="This workspace has been quarantined for suspicious activity"
      className="mb-6"
    >
      <p className="text-sm">
        Members can't open it or change its settings, and its tokens are rejected until the quarantine is
        lifted.{' '}
        {role === 'OWNER' ? (
          <span key="owner">
            Contact support at <TextLink href={`mailto:${env.supportEmail}`}>{env.supportEmail}</TextLink>.
          </span>
        ) : (
          <span>Its owner can contact support.</span>
        )}
      </p>
    </StatusBox>
  )
}

function WorkspaceNav({ id, role }: { id: string; role?: Workspace['role'] }) {
  return <SectionNav label="Workspace" sections={workspaceSections(sectionsOf(useRouter()), id, role)} />
}

function ParentLink() {
  return (
    <Link to="/workspaces" className={quietLink}>
      Workspaces
    </Link>
  )
}

/** The header and the navigation of every page of a workspace. See docs/product/workspaces.md#sections. */
export function WorkspaceShell({ workspaceId, children }: { workspaceId: string; children: ReactNode }) {
  const { data: workspace } = useSuspenseQuery(workspaceQuery(workspaceId))
  return <LoadedShell workspace={workspace}>{children}</LoadedShell>
}

function LoadedShell({ workspace, children }: { workspace: Workspace; children: ReactNode }) {
  const current = useCurrentSection()
  const hasApprovals = useFlag('APPROVALS_OPT_IN_OUT', useUser())
  return (
    <SectionShell
      parent={<ParentLink />}
      title={workspace.displayName || 'Workspace Details'}
      section={(current?.title ?? current?.label) || undefined}
      badges={
        <>
          <Pill>{envTypeLabels[workspace.instanceEnvType]}</Pill>
          <WorkspacePills workspace={workspace} />
          {hasApprovals && (
            <Pill tone={workspace.approvalsEnabled ? 'success' : 'neutral'}>
              {workspace.approvalsEnabled ? 'Approvals enabled' : 'Approvals disabled'}
            </Pill>
          )}
        </>
      }
      actions={<GoToWorkspaceButton workspace={workspace} />}
      nav={<WorkspaceNav id={workspace.id} role={workspace.role} />}
      pending={<WorkspaceSectionPending workspace={workspace} />}
    >
      {workspace.quarantinedAt && <QuarantineExplanation role={workspace.role} />}
      {children}
    </SectionShell>
  )
}

/** The skeleton of a section, below the header of the workspace if the list of workspaces is loaded. */
export function WorkspaceShellPending({ workspaceId }: { workspaceId: string }) {
  const known = useQueryClient()
    .getQueryData(workspacesQuery.queryKey)
    ?.find(({ id }) => id === workspaceId)
  if (known)
    return (
      <LoadedShell workspace={known}>
        <WorkspaceSectionPending workspace={known} />
      </LoadedShell>
    )
  return (
    <SectionShell
      parent={<ParentLink />}
      title="Workspace Details"
      badges={<Skeleton className="h-5 w-32" />}
      nav={<WorkspaceNav id={workspaceId} />}
    >
      <WorkspaceSectionPending workspace={undefined} />
    </SectionShell>
  )
}
