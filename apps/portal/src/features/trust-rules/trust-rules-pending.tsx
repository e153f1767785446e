import type { ErrorComponentProps } from '@tanstack/react-router'
import { ListPending } from '../../lib/layout/list-pending.tsx'
import { SectionLoadError } from '../../lib/layout/section-load-error.tsx'

/** The skeleton of the section. */
export function TrustRulesPending() {
  return <ListPending label="Loading the trust rules..." />
}

/** Shown if the section could not be loaded. */
export function TrustRulesError({ error, reset }: ErrorComponentProps) {
  return <SectionLoadError error={error} reset={reset} />
}
