import { Skeleton } from '@portal/ui/feedback/skeleton'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { ListPending } from '../../lib/layout/list-pending.tsx'
import { SectionLoadError } from '../../lib/layout/section-load-error.tsx'
import { SectionPending } from '../../lib/layout/section-pending.tsx'

export const trustRulesIntro =
  'Pipelines that match a rule act as this service account for a few minutes. They store no secret.'

/** The skeleton of the section. */
export function TrustRulesPending() {
  return (
    <SectionPending title={<Skeleton className="my-1.25 w-60" />} intro={trustRulesIntro}>
      <ListPending label="Loading the trust rules..." />
    </SectionPending>
  )
}

/** Shown if the section could not be loaded. */
export function TrustRulesError({ error, reset }: ErrorComponentProps) {
  return <SectionLoadError error={error} reset={reset} />
}
