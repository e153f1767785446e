import { useEffect } from 'react'

/** How long the layout may still change. The document is kept in place until then, or until the user scrolls. */
const settlingMs = 2_000

/** Scrolls to a document, and repeats that while the content above it is still growing. */
export function useScrollToDocument(slug: string | undefined): void {
  useEffect(() => {
    const target = slug === undefined ? null : document.getElementById(slug)
    if (!target) return
    const scroll = () => target.scrollIntoView({ block: 'start' })
    const observer = new ResizeObserver(scroll)
    const stop = () => observer.disconnect()
    scroll()
    observer.observe(document.body)
    const timer = setTimeout(stop, settlingMs)
    const hands = ['wheel', 'keydown', 'pointerdown', 'touchstart'] as const
    for (const hand of hands) window.addEventListener(hand, stop, { passive: true })
    return () => {
      stop()
      clearTimeout(timer)
      for (const hand of hands) window.removeEventListener(hand, stop)
    }
  }, [slug])
}
