import { Button } from '@portal/ui/buttons/button'
import { Modal } from '@portal/ui/overlays/modal'
import { useBlocker } from '@tanstack/react-router'
import { useRef, useState } from 'react'

/** What was copied last: a secret alone, or a snippet. */
export type Copied = 'secret' | 'snippet'

interface CloseWithoutCopyingOptions {
  /** What the user would lose, as in the title: "the token". */
  what: string
  /** What the user can do after closing. */
  advice: string
  secrets: readonly string[]
  onClose: () => void
}

/**
 * Notices which secrets the user copies: with a button, inside a snippet or by hand. Asks for confirmation once before the user loses
 * one that cannot be shown again: on closing, on navigation and, by the browser, on reloading or leaving the page. The second attempt
 * succeeds.
 */
export function useCloseWithoutCopying({ what, advice, secrets, onClose }: CloseWithoutCopyingOptions) {
  // Positions, because no state may keep a secret.
  const [copied, setCopied] = useState<readonly number[]>([])
  const [lastCopied, setLastCopied] = useState<Copied>()
  const isCopied = secrets.every((_, at) => copied.includes(at))
  const [isAsking, setIsAsking] = useState(false)
  const hasAsked = useRef(false)

  function mustAsk(): boolean {
    if (isCopied || hasAsked.current) return false
    hasAsked.current = true
    setIsAsking(true)
    return true
  }

  useBlocker({
    shouldBlockFn: mustAsk,
    enableBeforeUnload: () => !isCopied && !hasAsked.current,
  })

  const keepOpen = () => setIsAsking(false)
  const question = (
    <Modal
      title={`Close without copying ${what}?`}
      role="alertdialog"
      size="sm"
      isOpen={isAsking}
      onOpenChange={keepOpen}
      footer={
        <>
          <Button onPress={onClose}>Close anyway</Button>
          <Button tone="accent" autoFocus onPress={keepOpen}>
            Keep it open
          </Button>
        </>
      }
    >
      {advice}
    </Modal>
  )
  function countCopy(text: string) {
    setLastCopied(secrets.includes(text.trim()) ? 'secret' : 'snippet')
    setCopied((known) => [...known, ...secrets.flatMap((secret, at) => (text.includes(secret) ? [at] : []))])
  }
  function countSelection() {
    const text = String(document.getSelection())
    if (secrets.some((secret) => text.includes(secret))) countCopy(text)
  }

  return {
    question,
    lastCopied,
    /** Call it with each text that a button copies. */
    countCopy,
    /** For the element that contains the secrets: notices what the user selects and copies. */
    copyProps: { onCopy: countSelection },
    close: () => {
      if (!mustAsk()) onClose()
    },
  }
}
