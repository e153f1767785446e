import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'
import { Button, TreeItem, TreeItemContent } from 'react-aria-components/Tree'
import { expandTooltip } from '../lib/expand-tooltip.ts'
import { focusRingInset } from '../lib/focus-ring.ts'
import { Tooltip } from '../overlays/tooltip.tsx'

export interface TreeNodeProps {
  /** Unique in the tree. */
  id: string
  /** The node's name in plain text, for type-ahead and screen readers. */
  textValue: string
  /** The content of the node's row. Defaults to `textValue`. */
  label?: ReactNode
  icon?: ReactNode
  /** Shown at the end of the row, such as a count, a state or a button. */
  aside?: ReactNode
  /** TreeNode elements below this one. */
  children?: ReactNode
  onPress?: () => void
  className?: string
}

/** One node of a Tree with its children. */
export function TreeNode({
  id,
  textValue,
  label,
  icon,
  aside,
  children,
  onPress,
  className = '',
}: TreeNodeProps) {
  return (
    <TreeItem
      id={id}
      textValue={textValue}
      onAction={onPress}
      className={`group/node cursor-default rounded-md transition-colors data-hovered:bg-surface-hover ${focusRingInset} ${className}`}
    >
      <TreeItemContent>
        {({ hasChildItems, isExpanded, level }) => (
          <div
            className="flex min-h-7 items-center gap-1 pr-2"
            style={{ paddingInlineStart: `${(level - 1) * 1.125 + 0.25}rem` }}
          >
            {hasChildItems ? (
              <Tooltip content={expandTooltip(isExpanded)}>
                <Button
                  slot="chevron"
                  aria-label={expandTooltip(isExpanded)}
                  className={`flex size-5 shrink-0 items-center justify-center rounded-sm text-content-muted data-hovered:bg-surface-pressed data-hovered:text-content ${focusRingInset}`}
                >
                  <ChevronRight
                    aria-hidden="true"
                    className={`size-4 transition-transform ${isExpanded ? 'rotate-90' : ''}`}
                  />
                </Button>
              </Tooltip>
            ) : (
              <span className="size-5 shrink-0" />
            )}
            {icon ? (
              <span aria-hidden="true" className="flex shrink-0 text-content-muted [&_svg]:size-4">
                {icon}
              </span>
            ) : null}
            <span className="min-w-0 grow truncate">{label ?? textValue}</span>
            {aside}
          </div>
        )}
      </TreeItemContent>
      {children}
    </TreeItem>
  )
}
