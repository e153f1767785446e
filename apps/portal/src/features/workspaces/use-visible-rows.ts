import { type RefObject, useDeferredValue, useLayoutEffect, useMemo, useState } from 'react'
import { useWindowRows } from '../../lib/layout/use-window-rows.ts'

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

  // The first frame shows the rows in the viewport. The others follow right after it.
  const overscan = useDeferredValue(overscanRows, 0)
  const [rem] = useState(remPx)
  const pitchPx = (heightRem + gapRem) * rem
  const [start, end] = useWindowRows({ count, pitchPx, topPx: scrollMargin, overscan })
  const beforePx = start * pitchPx
  const afterPx = (count - end) * pitchPx
  // Deferred, so that the page stays responsive while it scrolls.
  return useDeferredValue(useMemo(() => ({ start, end, beforePx, afterPx }), [start, end, beforePx, afterPx]))
}
