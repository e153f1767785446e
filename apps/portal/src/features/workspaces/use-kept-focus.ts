import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'

const rowsOf = (list: Element) => [
  ...list.querySelectorAll('[role=listitem][aria-label], tbody > tr[aria-rowindex]'),
]

/** Returns the row that replaced a removed one, or the content shown instead of an empty list. */
function successorOf(list: Element, index: number): HTMLElement | null {
  const rows = rowsOf(list)
  const row = rows[Math.min(index, rows.length - 1)]
  return row ? row.querySelector('a, button') : list.querySelector('button')
}

/**
 * Restores the focus in the list when the browser drops it: to the same control if its row has moved, or to the next row
 * if its row was hidden. `order` is the list of rows.
 */
export function useKeptFocus(order: unknown): {
  ref: RefObject<HTMLDivElement | null>
  onFocus: (event: FocusEvent) => void
} {
  const list = useRef<HTMLDivElement>(null)
  const last = useRef<{ control: Element; rowIndex: number }>(undefined)
  useLayoutEffect(() => {
    if (order === undefined || document.activeElement !== document.body) return
    if (!list.current || !last.current) return
    const { control, rowIndex } = last.current
    const target = control.isConnected ? control : successorOf(list.current, rowIndex)
    if (target instanceof HTMLElement) target.focus({ preventScroll: control.isConnected })
  }, [order])
  return {
    ref: list,
    onFocus: ({ target }) => {
      // Menu items are rendered outside the list, so the menu's button is kept.
      if (!list.current?.contains(target)) return
      const rowIndex = rowsOf(list.current).findIndex((row) => row.contains(target))
      last.current = { control: target, rowIndex: rowIndex === -1 ? (last.current?.rowIndex ?? 0) : rowIndex }
    },
  }
}
