import { type FocusEvent, useLayoutEffect, useRef } from 'react'

/**
 * Gives the focus back to a control of the list that has moved with its row: the browser takes it from what is moved.
 * `order` is what the list is made of.
 */
export function useKeptFocus(order: unknown): { onFocus: (event: FocusEvent) => void } {
  const last = useRef<Element>(undefined)
  useLayoutEffect(() => {
    const control = last.current
    if (document.activeElement !== document.body || !(control instanceof HTMLElement)) return
    if (order !== undefined && control.isConnected) control.focus({ preventScroll: true })
  }, [order])
  return {
    onFocus: (event) => {
      last.current = event.target
    },
  }
}
