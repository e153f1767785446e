import { useEffect, useState } from 'react'

/** Holds a text that is cleared `lifetimeMs` milliseconds after it was last set. Setting the same text restarts the timer. */
export function usePassingText(lifetimeMs: number) {
  const [shown, setShown] = useState<{ text: string }>()
  useEffect(() => {
    if (!shown) return
    const timer = setTimeout(() => setShown(undefined), lifetimeMs)
    return () => clearTimeout(timer)
  }, [shown, lifetimeMs])
  const show = (text: string | undefined) => setShown(text === undefined ? undefined : { text })
  return [shown?.text, show] as const
}
