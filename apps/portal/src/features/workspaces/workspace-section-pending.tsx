/** The skeletons of the sections of a workspace, in the shape that each has for the user's role. See docs/product/interface.md#states. */
import { activityRights } from '@portal/contract/activity/activity-rights'
import { may } from '@portal/contract/members/roles'
import { workspaceRights } from '@portal/contract/workspaces/workspace-rights'
import type { Workspace } from '@portal/contract/workspaces/workspaces'
import { Skeleton } from '@portal/ui/feedback/skeleton'
import { Card } from '@portal/ui/layout/card'
import type { ReactNode } from 'react'
import { ListPending } from '../../lib/layout/list-pending.tsx'
import { SectionPending } from '../../lib/layout/section-shell.tsx'
import { useCurrentSection } from '../../lib/layout/sections.ts'
import { TitledSection } from '../../lib/layout/titled-section.tsx'
import { changeRefusal } from './workspace-permissions.ts'

/** A column of content with a narrow one on its right, as in General and Overview. The lists in it announce that they load. */
function TwoColumns({ children, aside }: { children: ReactNode; aside: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 desktop:grid-cols-[minmax(0,1fr)_17rem] **:[animation-delay:0s]">
      <div className="flex min-w-0 flex-col gap-6">{children}</div>
      {aside}
    </div>
  )
}

/** A label above a field, or above a value if the user can't change it. */
function FieldPending({ isValue, isTall = false }: { isValue: boolean; isTall?: boolean }) {
  const control = isTall ? 'h-20 rounded-md' : 'h-9 rounded-md'
  return (
    <div className="flex flex-col gap-2">
      <Skeleton className="w-24" />
      <Skeleton className={isValue ? 'w-1/2' : `w-full ${control}`} />
    </div>
  )
}

function FactsPending() {
  return (
    <Card padding="lg">
      <div className="grid grid-cols-2 gap-4 desktop:grid-cols-1">
        {['hosting', 'role', 'owner', 'created'].map((fact) => (
          <FieldPending key={fact} isValue />
        ))}
      </div>
    </Card>
  )
}

function SettingsPending({ workspace }: { workspace: Workspace | undefined }) {
  const isReadOnly = !workspace || changeRefusal(workspace, workspaceRights.editWorkspace) !== undefined
  return (
    <TwoColumns aside={<FactsPending />}>
      <Card padding="lg">
        <div className="flex flex-col gap-5">
          <FieldPending isValue={isReadOnly} />
          <FieldPending isValue={isReadOnly} isTall />
          {!isReadOnly && <Skeleton className="h-8.5 w-36 rounded-md" />}
        </div>
      </Card>
      <ListPending label="Loading the section..." lines={2} />
    </TwoColumns>
  )
}

/** The titles are those of the overview. */
function OverviewPending({ role }: { role: Workspace['role'] | undefined }) {
  return (
    <TwoColumns
      aside={
        <TitledSection title="Who can act here">
          <ListPending label="Loading who can act..." lines={3} />
        </TitledSection>
      }
    >
      <TitledSection title="Needs attention">
        <ListPending label="Loading what needs attention..." lines={1} />
      </TitledSection>
      <TitledSection title="Expires next">
        <ListPending label="Loading what expires next..." lines={3} />
      </TitledSection>
      {role && may(role, activityRights.readActivity) && (
        <TitledSection title="Latest activity">
          <ListPending label="Loading the latest activity..." lines={3} />
        </TitledSection>
      )}
    </TwoColumns>
  )
}

function NoticePending() {
  return (
    <div role="status" className="**:[animation-delay:0s]">
      <span className="sr-only">Loading the section...</span>
      <Card padding="lg">
        <Skeleton lines={3} className="w-2/3" />
      </Card>
    </div>
  )
}

/** The workspace is undefined while nothing of it is known. */
export function WorkspaceSectionPending({ workspace }: { workspace: Workspace | undefined }) {
  const section = useCurrentSection()
  if (section?.in === 'workspace' && workspace && !may(workspace.role, section.right))
    return <NoticePending />
  if (section?.name === 'workspace-settings') return <SettingsPending workspace={workspace} />
  if (section?.name === 'workspace-overview') return <OverviewPending role={workspace?.role} />
  if (section?.name === 'workspace-danger') return <NoticePending />
  return <SectionPending />
}
