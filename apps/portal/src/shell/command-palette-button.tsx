import type { User } from '@portal/contract/account/account'
import { Button } from '@portal/ui/buttons/button'
import { closeToast, showToast } from '@portal/ui/lib/toast-queue'
import { type ComponentType, useEffect, useState } from 'react'
import { whenIdle } from '../lib/analytics/when-idle.ts'
import type { CommandPaletteProps } from './command-palette.tsx'
import { isDialogOpen, isPaletteKey, paletteKeyLabel } from './keys.ts'

type Palette = ComponentType<CommandPaletteProps>

const loadPalette = async (): Promise<Palette> => (await import('./command-palette.tsx')).CommandPalette

/** The id of the toast about a palette that could not be loaded. */
const failureId = 'command-palette'

/** Keys besides characters that would change or send the form behind, or close the palette. */
const keptKeys = ['ArrowDown', 'ArrowUp', 'Backspace', 'Dead', 'Delete', 'Enter', 'Escape']

/**
 * Passes text to `onText` instead of the form behind until the returned function is called. Escape calls `onCancel`. Keys that don't
 * change the form, such as Tab, have their usual effect.
 */
function keepTyped(onText: (change: (text: string) => string) => void, onCancel: () => void): () => void {
  const keep = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event
    const isKept = key.length === 1 || keptKeys.includes(key)
    if (ctrlKey || metaKey || altKey || !isKept) return
    event.preventDefault()
    event.stopPropagation()
    if (key === 'Escape') onCancel()
    else if (key === 'Backspace') onText((text) => text.slice(0, -1))
    else if (key.length === 1) onText((text) => text + key)
  }
  document.addEventListener('keydown', keep, { capture: true })
  return () => document.removeEventListener('keydown', keep, { capture: true })
}

interface CommandPaletteButtonProps {
  user: User
  onShowShortcuts: () => void
}

/** Opens the command palette, as does ⌘K or Ctrl-K unless a dialog is open. See docs/product/interface.md#command-palette. */
export function CommandPaletteButton({ user, onShowShortcuts }: CommandPaletteButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [typed, setTyped] = useState('')
  // Not a lazy component: even with its code loaded, that would render after the next key press.
  const [Palette, setPalette] = useState<Palette>()
  const isWaiting = isOpen && !Palette

  // Loaded while the page is idle, so that it opens without a delay. A failure is reported when it opens.
  useEffect(
    () =>
      whenIdle(
        () =>
          void loadPalette().then(
            (loaded) => setPalette(() => loaded),
            () => undefined,
          ),
      ),
    [],
  )
  useEffect(() => {
    const openByKey = (event: KeyboardEvent) => {
      if (!isPaletteKey(event)) return
      // Prevents the browser's own shortcut.
      event.preventDefault()
      setTyped('')
      setIsOpen((wasOpen) => !wasOpen && !isDialogOpen())
    }
    document.addEventListener('keydown', openByKey)
    return () => document.removeEventListener('keydown', openByKey)
  }, [])
  useEffect(() => {
    if (!isWaiting) return undefined
    closeToast(failureId)
    const close = () => setIsOpen(false)
    const fail = () => {
      close()
      showToast('Search could not be loaded', {
        id: failureId,
        tone: 'danger',
        description: 'Check your connection and try again.',
      })
    }
    void loadPalette().then((loaded) => setPalette(() => loaded), fail)
    return keepTyped(setTyped, close)
  }, [isWaiting])

  function open() {
    setTyped('')
    setIsOpen(true)
  }

  return (
    <>
      <Button variant="ghost" size="sm" icon="search" aria-haspopup="dialog" onPress={open}>
        Search <kbd className="font-sans text-content-subtle max-desktop:sr-only">{paletteKeyLabel}</kbd>
      </Button>
      {isOpen && Palette && (
        <Palette
          user={user}
          initialText={typed}
          onClose={() => setIsOpen(false)}
          onShowShortcuts={onShowShortcuts}
        />
      )}
    </>
  )
}
