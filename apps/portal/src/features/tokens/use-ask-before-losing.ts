import { useBlocker } from '@tanstack/react-router'
import { useRef, useState } from 'react'

/**
 * Asks once before what can't be had again goes away: when it is closed, when the person goes to another page, and (by the
 * browser) when the page is reloaded or left. The second try goes through.
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
