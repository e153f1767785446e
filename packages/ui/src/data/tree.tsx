import type { ReactNode } from 'react'
import { Tree as AriaTree, type Key } from 'react-aria-components/Tree'
import { focusRingInset } from '../lib/focus-ring.ts'

export interface TreeProps {
  /** Names the tree for those who hear it. */
  label: string
  /** TreeNode elements. */
  children: ReactNode
  defaultExpandedIds?: Iterable<string>
  expandedIds?: Iterable<string>
  onExpandedIdsChange?: (ids: Set<string>) => void
  className?: string
}

/** Things within things; arrow keys walk through it, right and left open and close. */
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
