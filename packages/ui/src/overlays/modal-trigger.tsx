import type { ReactElement } from 'react'
import { DialogTrigger } from 'react-aria-components'

export interface ModalTriggerProps {
  /** The button, then the Modal it opens. */
  children: [ReactElement, ReactElement]
}

/**
 * Joins a button with the Modal that it opens, where no other code needs to know whether it is open.
 * Part of the design system; no page uses it yet.
 */
export function ModalTrigger({ children }: ModalTriggerProps) {
  return <DialogTrigger>{children}</DialogTrigger>
}
