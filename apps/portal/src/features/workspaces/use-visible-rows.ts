import { type RefObject, startTransition, useDeferredValue, useEffect, useState } from 'react'

/** Up to this many items are all rendered, so that find-in-page and print include them. */
const alwaysRenderedItems = 60

/** The height of the rows in the first render, before anything is measured. Fills the window on common screens. */
const firstRenderRem = 48

/** Rows rendered above and below the viewport, so that scrolling shows no gap. */
const overscanRows = 3

export interface VisibleRowsOptions {
  list: RefObject<HTMLElement | null>
  /** The number of items. */
  count: number
  /** The number of items in a row. */
  columns?: number
  /** The distance between the tops of two rows. In rem, so that it scales with the font size. */
  pitchRem: number
}

export interface VisibleRows {
  /** The first item to render, and the item after the last. */
  start: number
  end: number
  /** The height of the rows that are not rendered. */
  beforeRem: number
  afterRem: number
}

interface RowRange {
  first: number
  last: number
}

/** Returns which rows are near the viewport. Rows before the list have negative numbers. */
function measureRows(list: HTMLElement, pitchRem: number): RowRange {
  const pitchPx = pitchRem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  const topPx = list.getBoundingClientRect().top
  return {
    first: Math.floor(-topPx / pitchPx) - overscanRows,
    last: Math.floor((window.innerHeight - topPx) / pitchPx) + overscanRows,
  }
}

/**
 * Returns which items of a long list are near the viewport, so that only those are rendered. All rows have the same height,
 * so none is measured. Rendering reads no layout, because that would force the browser to lay out the page twice.
 */
export function useVisibleRows({ list, count, columns = 1, pitchRem }: VisibleRowsOptions): VisibleRows {
  const isLong = count > alwaysRenderedItems
  const rows = Math.ceil(count / columns)
  const firstRows = Math.ceil(firstRenderRem / pitchRem)
  const [seen, setSeen] = useState<RowRange>({ first: 0, last: firstRows - 1 })
  // Rows below the window follow in a render that can be interrupted.
  const shortEnd = useDeferredValue(rows, firstRows)

  useEffect(() => {
    if (!isLong) return
    function measure() {
      if (!list.current) return
      const { first, last } = measureRows(list.current, pitchRem)
      // A transition, so that the page stays responsive while it scrolls.
      startTransition(() =>
        setSeen((known) => (known.first === first && known.last === last ? known : { first, last })),
      )
    }
    // Reports once at the start, and when content above the list appears or disappears.
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    window.addEventListener('scroll', measure, { passive: true })
    window.addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      window.removeEventListener('scroll', measure)
      window.removeEventListener('resize', measure)
    }
  }, [isLong, list, pitchRem])

  const first = isLong ? Math.max(0, Math.min(seen.first, rows - 1)) : 0
  const end = Math.min(rows, Math.max(first + 1, isLong ? seen.last + 1 : shortEnd))
  return {
    start: first * columns,
    end: end * columns,
    beforeRem: first * pitchRem,
    afterRem: (rows - end) * pitchRem,
  }
}
