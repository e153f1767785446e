import type { RefObject } from 'react'

/** Scrolls to the form below a list, and focuses its first field. The box has `scroll-my-6`, so that all of the form is in view. */
export function leadToForm({ current: box }: RefObject<HTMLElement | null>): void {
  box?.scrollIntoView({ block: 'nearest' })
  box?.querySelector('input')?.focus({ preventScroll: true })
}
