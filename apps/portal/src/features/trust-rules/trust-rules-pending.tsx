import type { ErrorComponentProps } from '@tanstack/react-router'
import { ListPending } from '../../lib/layout/list-pending.tsx'
import { Page } from '../../lib/layout/page.tsx'
import { PageLoadError } from '../../lib/layout/page-load-error.tsx'

/** The skeleton of the page. */
export function TrustRulesPending() {
  return (
    <Page title="Trust rules">
      <ListPending label="Loading the trust rules..." />
    </Page>
  )
}

/** Shown if the page could not be loaded. */
export function TrustRulesError({ error, reset }: ErrorComponentProps) {
  return <PageLoadError title="Trust rules" error={error} reset={reset} />
}
