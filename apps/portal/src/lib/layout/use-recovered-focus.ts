import { useLayoutEffect, useRef } from 'react'

/** Moves the focus to the page heading, as after a navigation. */
export function focusPageHeading(): void {
  document.querySelector<HTMLElement>('[data-page-heading]')?.focus({ preventScroll: true })
}

/**
 * Moves the focus to the page heading if it was in the list and its row has been removed. Otherwise, keyboard users would start
 * again at the top of the page. Spread the result on the list.
 */
export function useRecoveredFocus(rows: unknown): { onFocus: () => void } {
  const hadFocus = useRef(false)
  useLayoutEffect(() => {
    if (rows !== undefined && hadFocus.current && document.activeElement === document.body) focusPageHeading()
  }, [rows])
  return {
    onFocus: () => {
      hadFocus.current = true
    },
  }
}
