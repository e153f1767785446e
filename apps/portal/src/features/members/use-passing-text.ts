import { useEffect, useState } from 'react'

/** A text that goes away by itself `lifetimeMs` milliseconds after it was last set; the same text set again begins anew. */
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
