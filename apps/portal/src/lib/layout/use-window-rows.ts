import { useSyncExternalStore } from 'react'

export interface WindowRowsOptions {
  count: number
  /** The distance between the tops of two rows. */
  pitchPx: number
  /** The distance of the first row from the top of the page. */
  topPx: number
  /** The number of extra rows above and below the window. */
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
 * Returns the range of rows of a long list to render: the first row, and the one after the last. All rows have the same
 * height, so none is measured. Re-renders only when the range changes.
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
