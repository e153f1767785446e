import type { Workspace } from '@portal/contract/workspaces/workspaces'
import { Button } from '@portal/ui/buttons/button'
import { Pill } from '@portal/ui/data/pill'
import { Skeleton } from '@portal/ui/feedback/skeleton'
import { StatusBox } from '@portal/ui/feedback/status-box'
import { Card } from '@portal/ui/layout/card'
import { TextLink } from '@portal/ui/text/text-link'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { analytics } from '../../lib/analytics/analytics.ts'
import { useFlag } from '../../lib/analytics/flags.ts'
import { env } from '../../lib/env.ts'
import { browserNavigation } from '../../lib/guard/browser-navigation.ts'
import { useUser } from '../../lib/guard/session.ts'
import { useRouteName } from '../../lib/guard/use-route-name.ts'
import { quietLink } from '../../lib/layout/plain-link.ts'
import { SectionNav } from '../../lib/layout/section-nav.tsx'
import { SectionPending } from '../../lib/layout/section-pending.tsx'
import { SectionShell } from '../../lib/layout/section-shell.tsx'
import { workspaceGoUrl } from '../../lib/request/api-address.ts'
import { sectionsFor, sectionTitle } from './shared/workspace-sections.ts'
import { WorkspacePills } from './workspace-pills.tsx'
import { workspaceQuery, workspacesQuery } from './workspace-queries.ts'
import { envTypeLabels } from './workspace-type.ts'

/** Opens the workspace in its instance. The button is secondary, because each section has its own primary button. */
function GoToWorkspaceButton({ workspace }: { workspace: Workspace }) {
  function open() {
    analytics.track('workspace_launcher_widget_click')
    browserNavigation.go(workspaceGoUrl(workspace.id))
  }
  return (
    <Button
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

const navLabel = 'Workspace'

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
  const hasApprovals = useFlag('APPROVALS_OPT_IN_OUT', useUser())
  return (
    <SectionShell
      parent={<ParentLink />}
      title={workspace.displayName || 'Workspace Details'}
      section={sectionTitle(useRouteName())}
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
      nav={<SectionNav label={navLabel} sections={sectionsFor(workspace.id, workspace.role)} />}
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
  const pending = useRouteName() === 'workspace-settings' ? <GeneralPending /> : <SectionPending />
  if (known) return <LoadedShell workspace={known}>{pending}</LoadedShell>
  return (
    <SectionShell
      parent={<ParentLink />}
      title="Workspace Details"
      badges={<Skeleton className="h-5 w-32" />}
      nav={<SectionNav label={navLabel} sections={sectionsFor(workspaceId)} />}
    >
      {pending}
    </SectionShell>
  )
}

const facts = ['hosting', 'role', 'owner', 'created']

/** Has the height of a line of text. */
function LinePending({ className }: { className: string }) {
  return <Skeleton className={`my-[3px] ${className}`} />
}

function FieldPending() {
  return (
    <div className="flex flex-col gap-1.5">
      <LinePending className="w-24" />
      <Skeleton shape="block" className="h-[34px] rounded-md" />
    </div>
  )
}

function PreferencePending() {
  return (
    <div className="flex items-center justify-between gap-6 border-line border-t px-5 py-4 first:border-t-0">
      <div className="flex min-w-0 grow flex-col">
        <LinePending className="w-32" />
        <LinePending className="w-2/3" />
      </div>
      <Skeleton shape="block" className="h-[34px] w-24 rounded-md" />
    </div>
  )
}

/** The skeleton of the general settings, as tall as an owner sees them. */
export function GeneralPending() {
  return (
    <div
      role="status"
      className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 **:[animation-delay:0s] desktop:grid-cols-[minmax(0,1fr)_17rem]"
    >
      <span className="sr-only">Loading workspace...</span>
      <div className="flex min-w-0 flex-col gap-6">
        <Card padding="lg">
          <div className="flex flex-col gap-5">
            <FieldPending />
            <FieldPending />
            <Skeleton shape="block" className="h-[34px] w-36 rounded-md" />
          </div>
        </Card>
        <Card padding="none">
          <PreferencePending />
          <PreferencePending />
        </Card>
      </div>
      <Card padding="lg">
        <div className="grid grid-cols-2 gap-4 desktop:grid-cols-1">
          {facts.map((fact) => (
            <div key={fact} className="flex flex-col gap-0.5">
              <LinePending className="w-20" />
              <LinePending className="w-36" />
              {fact === 'hosting' && <Skeleton className="-mt-px mb-px w-40" />}
            </div>
          ))}
        </div>
      </Card>
    </div>
  )
}
