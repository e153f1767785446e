import type { ReactNode } from 'react'
import { Tree as AriaTree, type Key } from 'react-aria-components/Tree'
import { focusRingInset } from '../lib/focus-ring.ts'

export interface TreeProps {
  /** Accessible name of the tree. */
  label: string
  /** TreeNode elements. */
  children: ReactNode
  defaultExpandedIds?: Iterable<string>
  expandedIds?: Iterable<string>
  onExpandedIdsChange?: (ids: Set<string>) => void
  className?: string
}

/**
 * A tree of nested nodes. Arrow keys move through it, and right and left expand and collapse a node.
 * Required by the design system. No page uses it.
 */
export function Tree({
  label,
  children,
  defaultExpandedIds,
  expandedIds,
  onExpandedIdsChange,
  className = '',
}: TreeProps) {
  return (
    <AriaTree
      aria-label={label}
      selectionMode="none"
      defaultExpandedKeys={defaultExpandedIds}
      expandedKeys={expandedIds}
      onExpandedChange={(keys: Set<Key>) => onExpandedIdsChange?.(new Set([...keys].map(String)))}
      className={`rounded-md text-base text-content ${focusRingInset} ${className}`}
    >
      {children}
    </AriaTree>
  )
}
