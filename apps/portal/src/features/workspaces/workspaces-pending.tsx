import { Card } from '@portal/ui/card'
import { ErrorMessage } from '@portal/ui/error-message'
import { Skeleton } from '@portal/ui/skeleton'
import { Tiles } from '@portal/ui/tiles'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { errorTexts } from '../../lib/error-messages.ts'
import { Page } from '../../lib/page.tsx'
import { workspaceColumns } from './use-workspace-columns.ts'

const placeholders = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight']

/** The outline of the list while it loads. */
export function WorkspacesPending() {
  return (
    <Page title="Workspaces">
      <div role="status">
        <span className="sr-only">Loading your workspaces...</span>
        <Tiles columns={workspaceColumns} spacing="md">
          {placeholders.map((name) => (
            <Card key={name} className="min-h-42">
              <Skeleton className="w-2/3" />
              <Skeleton lines={2} className="mt-8" />
            </Card>
          ))}
        </Tiles>
      </div>
    </Page>
  )
}

/** The list that could not be loaded: the message, the request's id, and a way to try again. */
export function WorkspacesError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  return (
    <Page title="Workspaces">
      <ErrorMessage
        {...errorTexts(error)}
        onRetry={() => {
          reset()
          void router.invalidate()
        }}
      />
    </Page>
  )
}
