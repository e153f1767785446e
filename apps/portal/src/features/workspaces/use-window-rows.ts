import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useRef } from 'react'

/** Up to this many items are all rendered, so that find-in-page and print include them. */
const alwaysRenderedItems = 60

interface WindowRows {
  list: RefObject<HTMLDivElement | null>
  rows: { index: number; key: string | number | bigint }[]
  /** The ref of each row, which also needs `data-index`. */
  measureRow: (row: Element | null) => void
  /** The height of the rows above and below that are not rendered. */
  beforePx: number
  afterPx: number
}

/** Returns which rows of a long list are near the viewport, so that only those are rendered. */
export function useWindowRows(items: number, itemsPerRow: number, estimatedRowPx: number): WindowRows {
  const list = useRef<HTMLDivElement>(null)
  const scrollMargin = list.current?.offsetTop ?? 0
  const count = Math.ceil(items / itemsPerRow)
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => estimatedRowPx,
    overscan: items <= alwaysRenderedItems ? count : 5,
    scrollMargin,
  })
  const rows = virtualizer.getVirtualItems()
  const end = scrollMargin + virtualizer.getTotalSize()
  return {
    list,
    rows,
    measureRow: virtualizer.measureElement,
    beforePx: (rows[0]?.start ?? end) - scrollMargin,
    afterPx: end - (rows.at(-1)?.end ?? end),
  }
}
