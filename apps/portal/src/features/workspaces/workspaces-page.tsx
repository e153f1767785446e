import type { Workspace } from '@portal/contract/workspaces/workspaces'
import { Button } from '@portal/ui/buttons/button'
import { IconButton } from '@portal/ui/buttons/icon-button'
import { LinkButton } from '@portal/ui/buttons/link-button'
import { SearchBox } from '@portal/ui/fields/search-box'
import { Toggle } from '@portal/ui/fields/toggle'
import { browserStorage } from '@portal/ui/lib/storage'
import { Modal } from '@portal/ui/overlays/modal'
import { useSuspenseQuery } from '@tanstack/react-query'
import {
  type FocusEvent,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useUser } from '../../lib/guard/session.ts'
import { useVerifiedQuery } from '../../lib/guard/use-verified-query.ts'
import { Page } from '../../lib/layout/page.tsx'
import { useSearchText } from '../../lib/layout/use-search-text.ts'
import { Failure } from '../../lib/request/failure.tsx'
import { AttentionLine } from './attention-line.tsx'
import { attentionQuery, countAttention } from './attention-queries.ts'
import { FirstSteps, NothingShown } from './no-workspaces.tsx'
import { ReportFailureContext, type SettingFailure } from './own-settings.ts'
import { RecentlyDeleted } from './recently-deleted.tsx'
import { RecentlyOpened } from './recently-opened.tsx'
import { TierCard } from './tier-card.tsx'
import { WorkspaceGrid } from './workspace-grid.tsx'
import { orderWorkspaces, searchWorkspaces } from './workspace-order.ts'
import { workspacesQuery } from './workspace-queries.ts'
import { WorkspaceTable } from './workspace-table.tsx'

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

const views = [
  { id: 'grid', icon: 'grid', label: 'Cards' },
  { id: 'list', icon: 'list', label: 'List' },
] as const

type WorkspacesView = (typeof views)[number]['id']

const storageKey = 'SI-WORKSPACES-VIEW'

export const storedView = (): WorkspacesView =>
  browserStorage().getItem(storageKey) === 'list' ? 'list' : 'grid'

/** The preferred view of the workspaces, stored in this browser. */
function useWorkspacesView() {
  const [view, setView] = useState(storedView)
  function choose(chosen: WorkspacesView) {
    browserStorage().setItem(storageKey, chosen)
    setView(chosen)
  }
  return [view, choose] as const
}

interface ViewSwitchProps {
  view: WorkspacesView
  onView: (view: WorkspacesView) => void
}

/** Switches between the card grid and the list. */
function ViewSwitch({ view, onView }: ViewSwitchProps) {
  return (
    <fieldset aria-label="View" className="flex rounded-md border border-line p-0.5">
      {views.map(({ id, icon, label }) => (
        <IconButton
          key={id}
          icon={icon}
          label={label}
          size="sm"
          isSelected={view === id}
          onPress={() => onView(id)}
          className={view === id ? 'bg-surface-selected! forced-selection!' : undefined}
        />
      ))}
    </fieldset>
  )
}

const itemsOf = (list: Element) => [
  ...list.querySelectorAll('[role=listitem][aria-label], tbody > tr[aria-rowindex]'),
]

/** Returns the row that replaced a removed one, or the content shown instead of an empty list. */
function successorOf(list: Element, index: number): HTMLElement | null {
  const rows = itemsOf(list)
  const row = rows[Math.min(index, rows.length - 1)]
  return row ? row.querySelector('a, button') : list.querySelector('button')
}

/**
 * Restores the focus in the list when the browser drops it: to the same control if its row has moved, or to the next row
 * if its row was hidden. `order` is the list of rows.
 */
function useKeptFocus(order: unknown): {
  ref: RefObject<HTMLDivElement | null>
  onFocus: (event: FocusEvent) => void
} {
  const list = useRef<HTMLDivElement>(null)
  const last = useRef<{ control: Element; rowIndex: number }>(undefined)
  useLayoutEffect(() => {
    if (order === undefined || document.activeElement !== document.body) return
    if (!list.current || !last.current) return
    const { control, rowIndex } = last.current
    const target = control.isConnected ? control : successorOf(list.current, rowIndex)
    if (target instanceof HTMLElement) target.focus({ preventScroll: control.isConnected })
  }, [order])
  return {
    ref: list,
    onFocus: ({ target }) => {
      // Menu items are rendered outside the list, so the menu's button is kept.
      if (!list.current?.contains(target)) return
      const rowIndex = itemsOf(list.current).findIndex((row) => row.contains(target))
      last.current = { control: target, rowIndex: rowIndex === -1 ? (last.current?.rowIndex ?? 0) : rowIndex }
    },
  }
}

/** Returns the page heading. The caller counts hidden workspaces only while they are shown. */
function workspacesHeading(count: number): string {
  if (count === 0) return 'Create A Workspace'
  return count === 1 ? 'One Workspace' : `${count} Workspaces`
}

/** Shown instead of opening a workspace while the email is unverified. */
export function UnverifiedAlert({ onClose }: { onClose: () => void }) {
  return (
    <Modal
      title="You must verify your email before you can log into a workspace"
      role="alertdialog"
      size="sm"
      isOpen
      onOpenChange={onClose}
      footer={<Button onPress={onClose}>OK</Button>}
    />
  )
}

/** The list of workspaces. See docs/product/workspaces.md#list. */
export function WorkspacesPage() {
  const user = useUser()
  const { data } = useSuspenseQuery(workspacesQuery)
  const { data: attentionItems } = useVerifiedQuery(attentionQuery)
  const attention = useMemo(() => countAttention(attentionItems), [attentionItems])
  const { search: searched, box, boxKey, clear } = useSearchText()
  const [isHiddenShown, setIsHiddenShown] = useState(false)
  const [isRefusalOpen, setIsRefusalOpen] = useState(false)
  const [view, setView] = useWorkspacesView()
  const refuse = useCallback(() => setIsRefusalOpen(true), [])
  const onRefused = user.emailVerified ? undefined : refuse

  const ordered = useStableOrder(data, user.id)
  const listed = useMemo(
    () => (isHiddenShown ? ordered : ordered.filter(({ isHidden }) => !isHidden)),
    [ordered, isHiddenShown],
  )
  const shown = useMemo(() => searchWorkspaces(listed, searched), [listed, searched])
  const hiddenCount = useMemo(() => data.filter(({ isHidden }) => isHidden).length, [data])
  // Once no workspace is hidden, resets the toggle, so that the next hidden workspace disappears.
  if (hiddenCount === 0 && isHiddenShown) setIsHiddenShown(false)
  const [failure, setFailure] = useState<SettingFailure>()
  const isEmpty = data.length === 0
  const keptFocus = useKeptFocus(shown)
  const List = view === 'list' ? WorkspaceTable : WorkspaceGrid

  return (
    <Page
      title={workspacesHeading(listed.length)}
      tabTitle="Workspaces"
      intro={
        user.emailVerified
          ? undefined
          : 'You will not be able to use the product until you verify your email.'
      }
      actions={<TierCard userId={user.id} />}
    >
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2 has-[>div:only-child:empty]:hidden">
        {!isEmpty && (
          <SearchBox
            key={boxKey}
            {...box}
            placeholder="Search workspaces..."
            className="max-w-80 flex-1 basis-48"
          />
        )}
        {hiddenCount > 0 && (
          <Toggle size="sm" isSelected={isHiddenShown} onChange={setIsHiddenShown}>
            {`Show hidden (${hiddenCount})`}
          </Toggle>
        )}
        <div className="ml-auto flex flex-wrap items-center justify-end gap-2">
          <RecentlyDeleted />
          {view === 'list' && !isEmpty && (
            <LinkButton href="/workspace/new" icon="plus">
              Create New Workspace
            </LinkButton>
          )}
          {!isEmpty && <ViewSwitch view={view} onView={setView} />}
        </div>
      </div>
      <AttentionLine workspaces={listed} attention={attention} />
      {searched.trim() === '' && <RecentlyOpened workspaces={listed} onRefused={onRefused} />}
      {failure && (
        // Sticky below the header, so that it is visible wherever the card is in the list.
        <div className="sticky top-below-header z-10">
          <Failure {...failure} className="shadow-sm" />
        </div>
      )}
      {isEmpty ? (
        <FirstSteps />
      ) : (
        <div {...keptFocus} className="contents">
          {(view === 'grid' || shown.length > 0) && (
            <ReportFailureContext value={setFailure}>
              <List workspaces={shown} userId={user.id} attention={attention} onRefused={onRefused} />
            </ReportFailureContext>
          )}
          {shown.length === 0 && (
            <NothingShown
              searched={searched.trim()}
              hasHidden={searchWorkspaces(ordered, searched).length > 0}
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
