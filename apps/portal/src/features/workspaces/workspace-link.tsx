import type { Workspace } from '@portal/contract/workspaces/workspaces'
import type { MouseEvent } from 'react'
import { analytics } from '../../lib/analytics/analytics.ts'
import { workspaceGoUrl } from '../../lib/request/api-address.ts'

export interface WorkspaceLinkProps {
  workspace: Workspace
  /** Set while the email is unverified: called instead of opening the workspace. */
  onRefused?: () => void
}

// The link covers the whole card or row, which also shows its focus. The buttons are above it.
const link = [
  'font-semibold text-content no-underline outline-none after:absolute after:inset-0 after:rounded-lg',
  'after:outline-2 after:outline-unfocused after:-outline-offset-2 focus-visible:after:outline-focus',
  'forced-colors:focus-visible:after:outline-[Highlight]',
].join(' ')

/** The name of a workspace, linked to the workspace unless it is quarantined. */
export function WorkspaceLink({ workspace, onRefused }: WorkspaceLinkProps) {
  const { id, displayName, quarantinedAt } = workspace

  function open(event: MouseEvent) {
    analytics.track('workspace_launcher_widget_click')
    if (!onRefused) return
    event.preventDefault()
    onRefused()
  }

  // A middle click opens the workspace in a new tab, without a click event.
  function openTab(event: MouseEvent) {
    if (event.button === 1) open(event)
  }

  if (quarantinedAt)
    return (
      <span
        title={displayName}
        dir="auto"
        className="block truncate text-left font-semibold text-content-muted"
      >
        {displayName}
      </span>
    )
  return (
    <a href={workspaceGoUrl(id)} onClick={open} onAuxClick={openTab} title={displayName} className={link}>
      <span dir="auto" className="block truncate text-left">
        {displayName}
      </span>
    </a>
  )
}
