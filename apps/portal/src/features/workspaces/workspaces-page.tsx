import { EmptyState } from '@portal/ui/empty-state'
import { Icon } from '@portal/ui/icon'
import { SearchBox } from '@portal/ui/search-box'
import { Tiles } from '@portal/ui/tiles'
import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { defaultWorkspace } from '../../lib/default-workspace.ts'
import { Page } from '../../lib/page.tsx'
import { useUser } from '../../lib/session.ts'
import { workspacesQuery } from '../../lib/workspaces-query.ts'
import { CreateWorkspaceTile } from './create-workspace-tile.tsx'
import { NoWorkspacesYet } from './no-workspaces-yet.tsx'
import { WorkspaceCard } from './workspace-card.tsx'
import { workspaceColumns } from './workspace-columns.ts'
import { orderWorkspaces, searchWorkspaces, workspacesHeading } from './workspace-order.ts'

const UnverifiedAlert = lazy(() =>
  import('./unverified-alert.tsx').then((module) => ({ default: module.UnverifiedAlert })),
)

/** The list of workspaces (SPEC section 2, "Workspaces page"; order of section 4). */
export function WorkspacesPage() {
  const user = useUser()
  const { data } = useSuspenseQuery(workspacesQuery)
  const [searched, setSearched] = useState('')
  const [isRefusalOpen, setIsRefusalOpen] = useState(false)
  const found = orderWorkspaces(searchWorkspaces(data, searched), user.id)
  const defaultId = defaultWorkspace(data, user.id)?.id

  return (
    <Page
      title={workspacesHeading(data.length)}
      tabTitle="Workspaces"
      intro={
        user.emailVerified
          ? undefined
          : 'You will not be able to use the product until you verify your email.'
      }
      actions={
        data.length > 0 && (
          <SearchBox placeholder="Search workspaces..." onSearch={setSearched} className="w-72" />
        )
      }
    >
      <Tiles columns={workspaceColumns} spacing="md" as="ul">
        <CreateWorkspaceTile key="new" />
        {found.map((workspace) => (
          <WorkspaceCard
            key={workspace.id}
            workspace={workspace}
            isDefault={workspace.id === defaultId}
            onRefused={user.emailVerified ? undefined : () => setIsRefusalOpen(true)}
          />
        ))}
        {data.length === 0 && <NoWorkspacesYet key="none" />}
      </Tiles>
      {data.length > 0 && found.length === 0 && (
        <EmptyState
          icon={<Icon name="search" />}
          title="No workspace matches"
          description={`None of your workspaces has “${searched.trim()}” in its name.`}
        />
      )}
      {isRefusalOpen && (
        <Suspense>
          <UnverifiedAlert onClose={() => setIsRefusalOpen(false)} />
        </Suspense>
      )}
    </Page>
  )
}
