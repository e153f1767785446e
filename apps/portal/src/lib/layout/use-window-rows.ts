import { useSyncExternalStore } from 'react'

export interface WindowRowsOptions {
  count: number
  /** From the top of one row to the top of the next. */
  pitchPx: number
  /** Where the first row begins, from the top of the page. */
  topPx: number
  /** So many more above and below the window. */
  overscan: number
}

function subscribe(listener: () => void) {
  window.addEventListener('scroll', listener, { passive: true })
  window.addEventListener('resize', listener)
  return () => {
    window.removeEventListener('scroll', listener)
    window.removeEventListener('resize', listener)
  }
}

const between = (least: number, value: number, most: number) => Math.max(least, Math.min(value, most))

/**
 * Which rows of a long list are near the window as the page scrolls: the first one, and the one after the last. Every row
 * has the same height, so no row is measured; it renders only when another row comes near.
 */
export function useWindowRows({ count, pitchPx, topPx, overscan }: WindowRowsOptions): [number, number] {
  const start = useSyncExternalStore(subscribe, () =>
    between(0, Math.floor((window.scrollY - topPx) / pitchPx) - overscan, Math.max(0, count - 1)),
  )
  const end = useSyncExternalStore(subscribe, () =>
    between(
      Math.min(start + 1, count),
      Math.ceil((window.scrollY + window.innerHeight - topPx) / pitchPx) + overscan,
      count,
    ),
  )
  return [start, end]
}
