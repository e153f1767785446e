import { type RefObject, useDeferredValue, useLayoutEffect, useMemo, useState } from 'react'
import { useWindowRows } from '../../lib/layout/use-window-rows.ts'

const remPx = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize)

/** Rows above and below the window that are there already: scrolling by keyboard or wheel shows no gap. */
const overscanRows = 5

export interface VisibleRowsOptions {
  list: RefObject<HTMLElement | null>
  count: number
  /** Every row has this height, in rem, so that it grows with the reader's text. */
  heightRem: number
  gapRem?: number
}

export interface VisibleRows {
  /** The first row to render, and the one after the last. */
  start: number
  end: number
  /** The room that the other rows would take, in pixels. */
  beforePx: number
  afterPx: number
}

/** Which rows of a long list are near the window, as the page scrolls; thousands then cost no more than dozens. */
export function useVisibleRows({ list, count, heightRem, gapRem = 0 }: VisibleRowsOptions): VisibleRows {
  const [scrollMargin, setScrollMargin] = useState(0)
  useLayoutEffect(() => {
    const measure = () => {
      if (list.current) setScrollMargin(Math.round(list.current.getBoundingClientRect().top + window.scrollY))
    }
    measure()
    // What stands above the list comes later, or goes.
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [list])

  const [rem] = useState(remPx)
  const pitchPx = (heightRem + gapRem) * rem
  const [start, end] = useWindowRows({ count, pitchPx, topPx: scrollMargin, overscan: overscanRows })
  const beforePx = start * pitchPx
  const afterPx = (count - end) * pitchPx
  // Deferred: rows come in small portions of work, and the page keeps answering while it scrolls.
  return useDeferredValue(useMemo(() => ({ start, end, beforePx, afterPx }), [start, end, beforePx, afterPx]))
}
