import type { Workspace } from '@portal/contract/workspaces/workspaces'
import { IconButton } from '@portal/ui/buttons/icon-button'
import { Pill } from '@portal/ui/data/pill'
import { focusRing } from '@portal/ui/lib/focus-ring'
import { DropdownMenu } from '@portal/ui/menus/dropdown-menu'
import { Link } from '@tanstack/react-router'
import { type MouseEvent, use } from 'react'
import { analytics } from '../../lib/analytics/analytics.ts'
import { copyIdItem } from '../../lib/layout/copy-item.ts'
import { workspaceGoUrl } from '../../lib/request/api-address.ts'
import { ReportFailureContext, useSetDefault, useSetFavourite, useSetHidden } from './own-settings.ts'
import { maySetDefault } from './workspace-permissions.ts'

/** The props of both list views. */
export interface WorkspaceListProps {
  /** The sorted search results. The array is referentially stable while nothing changes. */
  workspaces: readonly Workspace[]
  userId: string
  /** How many things need attention, by workspace. */
  attention: ReadonlyMap<string, number>
  /** Set while the email is unverified: called instead of opening a workspace. */
  onRefused?: () => void
}

/** The props of a card or row. */
export interface WorkspaceItemProps extends Pick<WorkspaceListProps, 'userId' | 'onRefused'> {
  workspace: Workspace
  attentionCount: number
}

// The link covers the whole card or row, which also shows its focus. The buttons are above it.
const link = [
  'font-semibold text-content no-underline outline-none after:absolute after:inset-0 after:rounded-lg',
  'after:outline-2 after:outline-unfocused after:-outline-offset-2 focus-visible:after:outline-focus',
  'forced-colors:focus-visible:after:outline-[Highlight]',
].join(' ')

/** The name of a workspace, linked to the workspace unless it is quarantined. */
export function WorkspaceLink({ workspace, onRefused }: Pick<WorkspaceItemProps, 'workspace' | 'onRefused'>) {
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

/** Links to the overview of a workspace that needs attention. */
export function AttentionLink({
  workspace,
  attentionCount,
}: Pick<WorkspaceItemProps, 'workspace' | 'attentionCount'>) {
  if (attentionCount === 0) return null
  return (
    <Link
      to="/workspace/$workspaceId/overview"
      params={{ workspaceId: workspace.id }}
      className={`${focusRing} relative z-10 -my-1 flex shrink-0 rounded-full no-underline [&:hover>span]:border-warning`}
    >
      <Pill tone="warning" size="md">
        <span>{attentionCount === 1 ? '1 needs attention' : `${attentionCount} need attention`}</span>
        <span className="sr-only"> in {workspace.displayName}</span>
      </Pill>
    </Link>
  )
}

/** Marks the workspace as one of the user's favourites. */
export function FavouriteStar({ workspace }: { workspace: Workspace }) {
  const { id, isFavourite } = workspace
  const setFavourite = useSetFavourite(workspace, use(ReportFailureContext))
  return (
    <IconButton
      icon="star"
      label={isFavourite ? 'Remove Favourite' : 'Set Favourite'}
      size="sm"
      onPress={() =>
        setFavourite.mutate({ params: { workspaceId: id }, body: { isFavourite: !isFavourite } })
      }
      className={isFavourite ? 'text-warning hover:text-warning!' : undefined}
      iconClassName={isFavourite ? 'fill-current' : undefined}
    />
  )
}

/** The settings menu of a workspace in the list. */
export function WorkspaceMenu({ workspace, userId }: Pick<WorkspaceItemProps, 'workspace' | 'userId'>) {
  const { id, displayName, isDefault, isHidden } = workspace
  const report = use(ReportFailureContext)
  const setDefault = useSetDefault(workspace, report)
  const setHidden = useSetHidden(workspace, report)
  const params = { workspaceId: id }
  return (
    <DropdownMenu
      trigger={<IconButton icon="settings" label={`Settings of ${displayName}`} size="sm" />}
      items={[
        { label: 'Settings', icon: 'settings', href: `/workspace/${id}` },
        { label: 'API Tokens', icon: 'key', href: `/workspace/${id}/tokens` },
        { label: 'Overview', icon: 'chart', href: `/workspace/${id}/overview` },
        copyIdItem(id),
        {
          section: 'Preferences',
          items: [
            maySetDefault(workspace, userId) &&
              !isDefault && {
                label: 'Set default',
                icon: 'home',
                onAction: () => setDefault.mutate({ params }),
              },
            {
              label: isHidden ? 'Show' : 'Hide',
              icon: isHidden ? 'eye' : 'eye-off',
              onAction: () => setHidden.mutate({ params, body: { isHidden: !isHidden } }),
            },
          ],
        },
      ]}
    />
  )
}
