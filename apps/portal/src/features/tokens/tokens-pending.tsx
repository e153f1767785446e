import { Skeleton } from '@portal/ui/feedback/skeleton'
import { Card } from '@portal/ui/layout/card'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { SectionLoadError } from '../../lib/layout/section-load-error.tsx'

/** The skeleton of the section. */
export function TokensPending() {
  return (
    <div role="status" className="flex flex-col gap-6">
      <span className="sr-only">Loading API tokens...</span>
      <Card>
        <div className="grid gap-5 md:grid-cols-2">
          <Skeleton className="h-16 w-full" />
          <Skeleton className="h-16 w-full" />
        </div>
      </Card>
      <Card title={<Skeleton className="w-32" />}>
        <Skeleton lines={4} />
      </Card>
    </div>
  )
}

/** Shown if the section could not be loaded. */
export function TokensError({ error, reset }: ErrorComponentProps) {
  return <SectionLoadError error={error} reset={reset} />
}
