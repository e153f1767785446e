import type { ReactElement } from 'react'
import { DialogTrigger } from 'react-aria-components'

export interface ModalTriggerProps {
  /** The button, followed by the Modal that it opens. */
  children: [ReactElement, ReactElement]
}

/**
 * Connects a button to the Modal that it opens, for modals whose open state no other code needs.
 * Required by the design system. No page uses it.
 */
export function ModalTrigger({ children }: ModalTriggerProps) {
  return <DialogTrigger>{children}</DialogTrigger>
}
