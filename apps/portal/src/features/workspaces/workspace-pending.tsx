import { Skeleton } from '@portal/ui/feedback/skeleton'
import { Card } from '@portal/ui/layout/card'
import { Page } from '../../lib/layout/page.tsx'

/** The skeleton of the workspace page. */
export function WorkspacePending({ isNew }: { isNew: boolean }) {
  return (
    <Page title={isNew ? 'Create New Workspace' : 'Workspace Details'} width="narrow">
      <div role="status">
        <span className="sr-only">Loading workspace...</span>
        <Card padding="lg">
          <Skeleton className="w-1/3" />
          <Skeleton lines={4} className="mt-6" />
        </Card>
      </div>
    </Page>
  )
}
