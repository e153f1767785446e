import type { User } from '@portal/contract/account/account'
import { ScrollArea } from '@portal/ui/layout/scroll-area'
import { useTheme } from '@portal/ui/lib/theme'
import { Icon } from '@portal/ui/text/icon'
import { TextLink } from '@portal/ui/text/text-link'
import { useQuery } from '@tanstack/react-query'
import { useParams, useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import {
  Modal as AriaModal,
  Autocomplete,
  Dialog,
  Header,
  Input,
  Menu,
  MenuSection,
  ModalOverlay,
  TextField,
} from 'react-aria-components'
import { orderWorkspaces, sortByLastOpened } from '../features/workspaces/workspace-order.ts'
import { workspacesQuery } from '../features/workspaces/workspace-queries.ts'
import { analytics } from '../lib/analytics/analytics.ts'
import { useFlag } from '../lib/analytics/flags.ts'
import { env } from '../lib/env.ts'
import { browserNavigation } from '../lib/guard/browser-navigation.ts'
import { sectionsOf } from '../lib/layout/sections.ts'
import { workspaceGoUrl } from '../lib/request/api-address.ts'
import { type PaletteChoice, paletteSections } from './command-palette-entries.ts'
import { useFoundEntries } from './command-palette-found.ts'
import { PaletteRow } from './command-palette-row.tsx'
import { type PaletteEntry, putFirst } from './command-palette-workspaces.ts'

/**
 * Selects the first row when the palette opens, when the workspaces have loaded or are to be chosen, when the text is cleared, and
 * when a search has results again. Sends the Home key to do so, because the menu selects its first row only while the user types.
 */
function useFirstRowSelected(input: RefObject<HTMLInputElement | null>, moment: string | undefined) {
  useEffect(() => {
    if (moment === undefined) return
    // The field listens for the key only after the menu has rendered its rows.
    const frame = requestAnimationFrame(() => {
      const home = new KeyboardEvent('keydown', { key: 'Home', bubbles: true, cancelable: true })
      input.current?.dispatchEvent(home)
    })
    return () => cancelAnimationFrame(frame)
  }, [input, moment])
}

export interface CommandPaletteProps {
  user: User
  /** What the user typed before the palette was there. */
  initialText: string
  onClose: () => void
  onShowShortcuts: () => void
}

/** Searches workspaces, pages and actions. See docs/product/interface.md#command-palette. */
export function CommandPalette({ user, initialText, onClose, onShowShortcuts }: CommandPaletteProps) {
  const router = useRouter()
  const { theme, choice: chosenTheme, choose, clearChoice } = useTheme()
  const isAdminPageOn = useFlag('ADMIN_PAGE', user)
  const { workspaceId: openId } = useParams({ strict: false })
  const [text, setText] = useState(initialText)
  const [choice, setChoice] = useState<PaletteChoice>()
  const input = useRef<HTMLInputElement>(null)
  const { data = [], isError, isSuccess } = useQuery({ ...workspacesQuery, enabled: user.emailVerified })
  const workspaces = useMemo(() => sortByLastOpened(orderWorkspaces(data, user.id)), [data, user.id])
  const found = useFoundEntries({
    text: choice ? '' : text,
    workspaces: putFirst(workspaces, openId),
    userId: user.id,
  })
  const sections = paletteSections({
    text,
    choice,
    openId,
    sections: sectionsOf(router),
    workspaces,
    found,
    isAdminPageOn,
    isEmailVerified: user.emailVerified,
    otherTheme: theme === 'dark' ? 'light' : 'dark',
    isThemeChosen: chosenTheme !== undefined,
  })
  const hasResults = sections.length > 0
  const moment = text === '' ? (choice?.placeId ?? (isSuccess ? 'loaded' : 'opened')) : 'searched'
  useFirstRowSelected(input, hasResults ? moment : undefined)

  function chooseWorkspace(next: PaletteChoice | undefined) {
    setChoice(next)
    setText('')
    // A click on the entry has moved the focus to it.
    input.current?.focus()
  }

  function perform({ target, disabledReason }: PaletteEntry) {
    if (disabledReason) return
    if (target.kind === 'choose') return chooseWorkspace(target)
    onClose()
    if (target.kind === 'theme') {
      if (target.theme === 'system') clearChoice()
      else choose(target.theme)
    } else if (target.kind === 'link') void router.navigate(target.link)
    else if (target.kind === 'tab') browserNavigation.openTab(target.url)
    else if (target.kind === 'shortcuts') onShowShortcuts()
    else {
      analytics.track('workspace_launcher_widget_click')
      browserNavigation.go(workspaceGoUrl(target.workspaceId))
    }
  }

  return (
    <ModalOverlay
      isOpen
      onOpenChange={onClose}
      isDismissable
      className="fixed inset-0 z-50 flex items-start justify-center bg-overlay px-8 pt-[12vh] transition-opacity entering:opacity-0 exiting:opacity-0"
    >
      <AriaModal className="w-full max-w-xl overflow-hidden rounded-xl bg-surface-raised text-content shadow-overlay forced-colors:border">
        <Dialog aria-label="Command palette" className="flex max-h-[60vh] flex-col outline-none">
          <Autocomplete inputValue={text} onInputChange={setText}>
            <TextField
              aria-label={choice ? 'Choose a workspace' : 'Search workspaces, pages and actions'}
              autoFocus
              onKeyDown={(event) => {
                if (choice && text === '' && event.key === 'Backspace') chooseWorkspace(undefined)
                // Without a list, Autocomplete keeps the key.
                if (!hasResults && event.key === 'Escape') onClose()
              }}
              className="flex items-center gap-2.5 border-line border-b px-4"
            >
              <Icon name="search" size="sm" className="text-content-subtle" />
              <Input
                ref={input}
                dir="auto"
                placeholder={choice ? 'Choose a workspace...' : 'Search workspaces, pages and actions...'}
                autoComplete="off"
                className="h-12 min-w-0 grow bg-transparent text-base outline-none placeholder:text-content-subtle"
              />
              <kbd className="font-sans text-content-subtle text-xs">Esc</kbd>
            </TextField>
            {isError && (
              <p role="status" className="border-line border-b px-4 py-2 text-content-muted text-sm">
                Your workspaces could not be loaded. Pages and actions still work.
              </p>
            )}
            {hasResults && (
              <ScrollArea label="Results" className="min-h-0 grow">
                <Menu aria-label="Results" className="p-2 outline-none">
                  {sections.map(({ title, entries }) => (
                    <MenuSection key={title} id={title} className="mb-1">
                      <Header className="px-2 pt-1.5 pb-1 font-medium text-content-subtle text-xs">
                        {title}
                      </Header>
                      {entries.map((entry) => (
                        <PaletteRow key={entry.id} entry={entry} onAction={() => perform(entry)} />
                      ))}
                    </MenuSection>
                  ))}
                </Menu>
              </ScrollArea>
            )}
            {/* Always rendered, because screen readers announce a change in a region, not a new region. */}
            <div role="status">
              {!hasResults && (
                // Not a row, which would be selected, so that Enter would open it.
                <p className="px-4 py-6 text-center text-content-muted text-sm">
                  <span>{`No results for “${text.trim()}”.`}</span>{' '}
                  <TextLink href={env.docsUrl} isNewTab>
                    Open the documentation
                  </TextLink>
                </p>
              )}
            </div>
          </Autocomplete>
        </Dialog>
      </AriaModal>
    </ModalOverlay>
  )
}
