import { useCallback, useState } from 'react'

/**
 * Returns whether an element's content overflows it. A scrollable element must be reachable by keyboard, so give it
 * `tabIndex={0}` and a name while this is true. Put the ref on the scrolling element.
 */
export function useIsScrollable(): { isScrollable: boolean; ref: (element: HTMLElement | null) => void } {
  const [isScrollable, setScrollable] = useState(false)

  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const measure = () => setScrollable(element.scrollHeight > element.clientHeight + 1)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    for (const child of element.children) observer.observe(child)
    return () => observer.disconnect()
  }, [])

  return { isScrollable, ref }
}
