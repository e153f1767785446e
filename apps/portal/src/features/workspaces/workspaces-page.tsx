import type { Workspace } from '@portal/contract/workspaces/workspaces'
import { Button } from '@portal/ui/buttons/button'
import { EmptyState } from '@portal/ui/feedback/empty-state'
import { SearchBox } from '@portal/ui/fields/search-box'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { useUser } from '../../lib/guard/session.ts'
import { NothingFound } from '../../lib/layout/nothing-found.tsx'
import { Page } from '../../lib/layout/page.tsx'
import { shortName } from '../../lib/layout/short-name.ts'
import { useSearchText } from '../../lib/layout/use-search-text.ts'
import { Failure } from '../../lib/request/failure.tsx'
import { FirstSteps } from './first-steps.tsx'
import { ReportFailureContext, type SettingFailure } from './own-settings.ts'
import { TierCard } from './tier-card.tsx'
import { UnverifiedAlert } from './unverified-alert.tsx'
import { useKeptFocus } from './use-kept-focus.ts'
import { WorkspaceGrid } from './workspace-grid.tsx'
import { orderWorkspaces, searchWorkspaces } from './workspace-order.ts'
import { workspacesQuery } from './workspace-queries.ts'
import { WorkspaceTable } from './workspace-table.tsx'
import { WorkspacesToolbar } from './workspaces-toolbar.tsx'
import { useWorkspacesView } from './workspaces-view.ts'

/**
 * Sorts the workspaces by the stars they had when the page was opened. Starring a workspace moves its card only on
 * the next visit, so that the card doesn't move away from the pointer.
 */
function useStableOrder(workspaces: readonly Workspace[], userId: string): Workspace[] {
  const [stars] = useState(() => new Map(workspaces.map(({ id, isFavourite }) => [id, isFavourite])))
  return useMemo(
    () => orderWorkspaces(workspaces, userId, ({ id, isFavourite }) => stars.get(id) ?? isFavourite),
    [workspaces, userId, stars],
  )
}

/** Returns the page heading. The caller counts hidden workspaces only while they are shown. */
function workspacesHeading(count: number): string {
  if (count === 0) return 'Create A Workspace'
  return count === 1 ? 'One Workspace' : `${count} Workspaces`
}

interface NothingShownProps {
  searched: string
  /** Whether hidden workspaces match. */
  hasHidden: boolean
  onShowHidden: () => void
  onClearSearch: () => void
}

/** Replaces an empty list and explains why it is empty. */
function NothingShown({ searched, hasHidden, onShowHidden, onClearSearch }: NothingShownProps) {
  if (hasHidden)
    return (
      <EmptyState
        scene={searched === '' ? 'workspaces' : 'search'}
        title={
          searched === ''
            ? 'All your workspaces are hidden'
            : `Only hidden workspaces match “${shortName(searched)}”`
        }
        action={
          <Button size="sm" onPress={onShowHidden}>
            Show hidden
          </Button>
        }
      />
    )
  return <NothingFound of="workspaces" search={searched} onClearSearch={onClearSearch} size="md" />
}

/** The list of workspaces. See docs/product/workspaces.md#list. */
export function WorkspacesPage() {
  const user = useUser()
  const { data } = useSuspenseQuery(workspacesQuery)
  const { search: searched, box, boxKey, clear } = useSearchText()
  const [isHiddenShown, setIsHiddenShown] = useState(false)
  const [isRefusalOpen, setIsRefusalOpen] = useState(false)
  const [view, setView] = useWorkspacesView()
  const refuse = useCallback(() => setIsRefusalOpen(true), [])
  const onRefused = user.emailVerified ? undefined : refuse

  const ordered = useStableOrder(data, user.id)
  const found = useMemo(() => searchWorkspaces(ordered, searched), [ordered, searched])
  const shown = useMemo(
    () => (isHiddenShown ? found : found.filter(({ isHidden }) => !isHidden)),
    [found, isHiddenShown],
  )
  const hiddenCount = useMemo(() => data.filter(({ isHidden }) => isHidden).length, [data])
  // Once no workspace is hidden, resets the toggle, so that the next hidden workspace disappears.
  if (hiddenCount === 0 && isHiddenShown) setIsHiddenShown(false)
  const [failure, setFailure] = useState<SettingFailure>()
  const keptFocus = useKeptFocus(shown)
  const List = view === 'list' ? WorkspaceTable : WorkspaceGrid

  return (
    <Page
      title={workspacesHeading(isHiddenShown ? data.length : data.length - hiddenCount)}
      tabTitle="Workspaces"
      intro={
        user.emailVerified
          ? undefined
          : 'You will not be able to use the product until you verify your email.'
      }
      actions={<TierCard userId={user.id} />}
    >
      <WorkspacesToolbar
        isEmpty={data.length === 0}
        searchBox={
          <SearchBox
            key={boxKey}
            {...box}
            placeholder="Search workspaces..."
            className="max-w-80 flex-1 basis-48"
          />
        }
        hiddenCount={hiddenCount}
        isHiddenShown={isHiddenShown}
        onHiddenShown={setIsHiddenShown}
        view={view}
        onView={setView}
      />
      {failure && (
        // Sticky below the header, so that it is visible wherever the card is in the list.
        <div className="sticky top-16 z-10">
          <Failure {...failure} className="shadow-sm" />
        </div>
      )}
      {data.length === 0 ? (
        <FirstSteps />
      ) : (
        <div {...keptFocus} className="contents">
          {(view === 'grid' || shown.length > 0) && (
            <ReportFailureContext value={setFailure}>
              <List workspaces={shown} userId={user.id} onRefused={onRefused} />
            </ReportFailureContext>
          )}
          {shown.length === 0 && (
            <NothingShown
              searched={searched.trim()}
              hasHidden={found.length > 0}
              onShowHidden={() => setIsHiddenShown(true)}
              onClearSearch={clear}
            />
          )}
        </div>
      )}
      {isRefusalOpen && <UnverifiedAlert onClose={() => setIsRefusalOpen(false)} />}
    </Page>
  )
}
