import { Skeleton } from '@portal/ui/feedback/skeleton'
import { Card } from '@portal/ui/layout/card'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { ListPending } from '../../lib/layout/list-pending.tsx'
import { SectionLoadError } from '../../lib/layout/section-load-error.tsx'
import { SectionPending } from '../../lib/layout/section-pending.tsx'

export const tokensIntro =
  'API tokens let scripts and pipelines act in this workspace on behalf of the member who generated them.'

/** The skeleton of the section: its introduction, the form and the active tokens. */
export function TokensPending() {
  return (
    <SectionPending intro={tokensIntro}>
      <Card>
        <div className="grid gap-4 md:grid-cols-2">
          <div className="flex flex-col gap-4">
            <Skeleton className="h-21.5 w-full" />
            <Skeleton className="h-26.5 w-full" />
          </div>
          <Skeleton className="h-31 w-full" />
        </div>
        <Skeleton className="mt-4 h-8.5 w-44" />
      </Card>
      <div className="flex flex-col gap-3">
        <Skeleton className="h-6 w-32" />
        <ListPending label="Loading API tokens..." hasHeader />
      </div>
    </SectionPending>
  )
}

/** Shown if the section could not be loaded. */
export function TokensError({ error, reset }: ErrorComponentProps) {
  return <SectionLoadError error={error} reset={reset} />
}
