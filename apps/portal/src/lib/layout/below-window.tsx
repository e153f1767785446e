import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useDeferredValue } from 'react'

export interface BelowWindowProps {
  /** The approximate height of the children. Reserved until they are rendered, so that a scroll position can be restored. */
  heightRem: number
  children: ReactNode
}

/**
 * Renders the lower part of a long page after its upper part, in a render that can be interrupted. Renders it immediately if the
 * address names a section, which could be in it.
 */
export function BelowWindow({ heightRem, children }: BelowWindowProps) {
  const isSectionNamed = useLocation({ select: ({ hash }) => hash !== '' })
  const isRendered = useDeferredValue(true, isSectionNamed)
  return isRendered ? children : <div style={{ height: `${heightRem}rem` }} />
}
