import { Skeleton } from '@portal/ui/feedback/skeleton'
import { Card } from '@portal/ui/layout/card'
import { Tiles } from '@portal/ui/layout/tiles'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { Page } from '../../lib/layout/page.tsx'
import { PageLoadError } from '../../lib/layout/page-load-error.tsx'
import { workspaceColumns } from './use-workspace-columns.ts'

const placeholders = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight']

/** The skeleton of the list. */
export function WorkspacesPending() {
  return (
    <Page title="Workspaces">
      <div role="status">
        <span className="sr-only">Loading your workspaces...</span>
        <Tiles columns={workspaceColumns} spacing="md">
          {placeholders.map((name) => (
            <Card key={name} padding="sm" className="min-h-28">
              <Skeleton className="w-2/3" />
              <Skeleton lines={2} className="mt-5" />
            </Card>
          ))}
        </Tiles>
      </div>
    </Page>
  )
}

/** Shown if the page could not be loaded. */
export function WorkspacesError({ error, reset }: ErrorComponentProps) {
  return <PageLoadError title="Workspaces" error={error} reset={reset} />
}
