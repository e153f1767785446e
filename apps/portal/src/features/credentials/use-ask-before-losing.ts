import { useBlocker } from '@tanstack/react-router'
import { useRef, useState } from 'react'

/**
 * Asks for confirmation once before the user loses something that cannot be shown again: on closing, on navigation and, by
 * the browser, on reloading or leaving the page. The second attempt succeeds.
 */
export function useAskBeforeLosing({ isSafe, onClose }: { isSafe: boolean; onClose: () => void }) {
  const [isAsking, setIsAsking] = useState(false)
  const hasAsked = useRef(false)

  function mustAsk(): boolean {
    if (isSafe || hasAsked.current) return false
    hasAsked.current = true
    setIsAsking(true)
    return true
  }

  useBlocker({
    shouldBlockFn: mustAsk,
    enableBeforeUnload: () => !isSafe && !hasAsked.current,
  })

  return {
    isAsking,
    close: () => {
      if (!mustAsk()) onClose()
    },
    keepOpen: () => setIsAsking(false),
  }
}
