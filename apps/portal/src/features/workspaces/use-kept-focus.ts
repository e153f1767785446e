import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'

const rowsOf = (list: Element) => [...list.querySelectorAll('ul > li[aria-label], tbody > tr[aria-rowindex]')]

/** The row that has taken the place of a removed one, else whatever is shown instead of an empty list. */
function successorOf(list: Element, index: number): HTMLElement | null {
  const rows = rowsOf(list)
  const row = rows[Math.min(index, rows.length - 1)]
  return row ? row.querySelector('a, button') : list.querySelector('button')
}

/**
 * Keeps the focus in the list when the browser drops it: gives it back to a control that has moved with its row, and
 * passes it on from a row that was hidden. `order` is the list of rows.
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
      // A menu's item is not inside its row on the page, so the row of the menu's button still counts.
      const rowIndex = list.current ? rowsOf(list.current).findIndex((row) => row.contains(target)) : -1
      last.current = { control: target, rowIndex: rowIndex === -1 ? (last.current?.rowIndex ?? 0) : rowIndex }
    },
  }
}
