import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useDeferredValue } from 'react'

export interface BelowFoldProps {
  /** Renders the children immediately, such as on a return visit, when the scroll position will be restored. */
  isImmediate: boolean
  /** The approximate height of the children. Reserved until they are rendered. */
  heightRem: number
  children: ReactNode
}

/**
 * Renders the part of a long page below the fold in a second, interruptible render. Renders it immediately if the URL has a hash,
 * because that section may be in it.
 */
export function BelowFold({ isImmediate, heightRem, children }: BelowFoldProps) {
  const hasHash = useLocation({ select: ({ hash }) => hash !== '' })
  const isRendered = useDeferredValue(true, isImmediate)
  return isRendered || hasHash ? children : <div style={{ height: `${heightRem}rem` }} />
}
