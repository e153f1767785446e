import type { ErrorComponentProps } from '@tanstack/react-router'
import { useUser } from '../../lib/guard/session.ts'
import { ListPending } from '../../lib/layout/list-pending.tsx'
import { Page } from '../../lib/layout/page.tsx'
import { SectionLoadError } from '../../lib/layout/section-load-error.tsx'
import { TierCard } from './tier-card.tsx'

/** The skeleton of the page. Its subscription card is already the real one. */
export function WorkspacesPending() {
  return (
    <Page title="Workspaces" actions={<TierCard userId={useUser().id} />}>
      <div className="**:[animation-delay:0s]">
        <ListPending label="Loading your workspaces..." lines={8} />
      </div>
    </Page>
  )
}

/** Shown if the page could not be loaded. */
export function WorkspacesError({ error, reset }: ErrorComponentProps) {
  return (
    <Page title="Workspaces">
      <SectionLoadError error={error} reset={reset} />
    </Page>
  )
}
