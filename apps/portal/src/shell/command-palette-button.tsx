import type { User } from '@portal/contract/account/account'
import { Button } from '@portal/ui/buttons/button'
import { lazy, Suspense, useEffect, useState } from 'react'
import { whenIdle } from '../lib/analytics/when-idle.ts'

const loadPalette = () =>
  import('./command-palette.tsx').then((module) => ({ default: module.CommandPalette }))
const CommandPalette = lazy(loadPalette)

/** On Apple devices commands use ⌘, because Ctrl-K is an editing key in text fields. */
const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

/** On a layout without Latin letters, such as a Cyrillic one, the key's place on the keyboard decides. */
function isK({ key, code }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'k' || (code === 'KeyK' && !/^[a-z]$/i.test(key))
}

function isShortcut(event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, shiftKey, altKey } = event
  return isK(event) && (isApple ? metaKey : ctrlKey) && !shiftKey && !altKey
}

const isDialogOpen = () => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null

/** Opens the command palette, as does ⌘K or Ctrl-K unless a dialog is open. See docs/product/interface.md#command-palette. */
export function CommandPaletteButton({ user }: { user: User }) {
  const [isOpen, setIsOpen] = useState(false)
  // Loaded while the page is idle, so that it opens without a delay. A failure is reported when it opens.
  useEffect(() => whenIdle(() => void loadPalette().catch(() => undefined)), [])
  useEffect(() => {
    const openByKey = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return
      // Prevents the browser's own shortcut.
      event.preventDefault()
      setIsOpen((wasOpen) => !wasOpen && !isDialogOpen())
    }
    document.addEventListener('keydown', openByKey)
    return () => document.removeEventListener('keydown', openByKey)
  }, [])
  return (
    <>
      <Button variant="ghost" size="sm" icon="search" aria-haspopup="dialog" onPress={() => setIsOpen(true)}>
        Search{' '}
        <kbd className="font-sans text-content-subtle max-desktop:sr-only">{isApple ? '⌘K' : 'Ctrl K'}</kbd>
      </Button>
      {isOpen && (
        <Suspense>
          <CommandPalette user={user} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
