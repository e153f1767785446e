import type { User } from '@portal/contract/account'
import { Button } from '@portal/ui/buttons/button'
import { lazy, Suspense, useEffect, useState } from 'react'

const CommandPalette = lazy(() =>
  import('./command-palette.tsx').then((module) => ({ default: module.CommandPalette })),
)

const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

/** On Apple machines Ctrl-K is an editing key of every text field, and ⌘ the key of commands. */
function isShortcut({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'k' && (isApple ? metaKey : ctrlKey) && !shiftKey && !altKey
}

const isDialogOpen = () => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null

/** Opens the command palette, which is fetched with its first opening; so does ⌘K or Ctrl-K, unless a dialog is open. */
export function CommandPaletteButton({ user }: { user: User }) {
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    const openByKey = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return
      // The browser's own use of these keys would take the person away.
      event.preventDefault()
      setIsOpen((wasOpen) => !wasOpen && !isDialogOpen())
    }
    document.addEventListener('keydown', openByKey)
    return () => document.removeEventListener('keydown', openByKey)
  }, [])
  return (
    <>
      <Button variant="ghost" size="sm" icon="search" aria-haspopup="dialog" onPress={() => setIsOpen(true)}>
        {/* The space keeps what is seen a word of its own within the name. */}
        <span className="sr-only">Open the command palette </span>
        <kbd className="font-sans text-content-subtle">{isApple ? '⌘K' : 'Ctrl K'}</kbd>
      </Button>
      {isOpen && (
        <Suspense>
          <CommandPalette user={user} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
