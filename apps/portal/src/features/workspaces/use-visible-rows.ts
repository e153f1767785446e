import {
  type RefObject,
  useDeferredValue,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'

interface WindowRowsOptions {
  count: number
  /** The distance between the tops of two rows. */
  pitchPx: number
  /** The distance of the first row from the top of the page. */
  topPx: number
  /** The number of extra rows above the window, and below it. */
  overscanAbove: number
  overscanBelow: number
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
function useWindowRows(options: WindowRowsOptions): [number, number] {
  const { count, pitchPx, topPx, overscanAbove, overscanBelow } = options
  const start = useSyncExternalStore(subscribe, () =>
    between(0, Math.floor((window.scrollY - topPx) / pitchPx) - overscanAbove, Math.max(0, count - 1)),
  )
  const end = useSyncExternalStore(subscribe, () =>
    between(
      Math.min(start + 1, count),
      Math.ceil((window.scrollY + window.innerHeight - topPx) / pitchPx) + overscanBelow,
      count,
    ),
  )
  return [start, end]
}

const remPx = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize)

/** Rows rendered above and below the viewport, so that scrolling shows no gap. */
const overscanRows = 3

export interface VisibleRowsOptions {
  list: RefObject<HTMLElement | null>
  count: number
  /** The height of every row, in rem, so that it scales with the font size. */
  heightRem: number
  gapRem?: number
}

export interface VisibleRows {
  /** The first row to render, and the row after the last. */
  start: number
  end: number
  /** The height of the rows that are not rendered, in pixels. */
  beforePx: number
  afterPx: number
}

/** Returns which rows of a long list are near the viewport, so that only those are rendered. */
export function useVisibleRows({ list, count, heightRem, gapRem = 0 }: VisibleRowsOptions): VisibleRows {
  const [scrollMargin, setScrollMargin] = useState(0)
  useLayoutEffect(() => {
    const measure = () => {
      if (list.current) setScrollMargin(Math.round(list.current.getBoundingClientRect().top + window.scrollY))
    }
    measure()
    // Content above the list may appear or disappear later.
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [list])

  // The first frame shows no rows below the viewport. They follow right after it.
  const overscanBelow = useDeferredValue(overscanRows, 0)
  const [rem] = useState(remPx)
  const pitchPx = (heightRem + gapRem) * rem
  const [start, end] = useWindowRows({
    count,
    pitchPx,
    topPx: scrollMargin,
    overscanAbove: overscanRows,
    overscanBelow,
  })
  const beforePx = start * pitchPx
  const afterPx = (count - end) * pitchPx
  // Deferred, so that the page stays responsive while it scrolls.
  return useDeferredValue(useMemo(() => ({ start, end, beforePx, afterPx }), [start, end, beforePx, afterPx]))
}
