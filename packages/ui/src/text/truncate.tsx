import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { focusRing } from '../lib/focus-ring.ts'
import { expandTooltip, Tooltip } from '../overlays/tooltip.tsx'
import { TooltipText } from './tooltip-text.tsx'

const clampClasses = {
  2: 'line-clamp-2',
  3: 'line-clamp-3',
  4: 'line-clamp-4',
  5: 'line-clamp-5',
}

/** How often text is checked for overflow. Its box can change with fonts, window size and neighboring elements. */
const overflowCheckIntervalMs = 1_000

/** Returns whether an element's content is larger than the element. Checked on mount and then every second. */
function useOverflow(element: RefObject<HTMLElement | null>): boolean {
  const [isOverflowing, setIsOverflowing] = useState(false)
  useEffect(() => {
    const check = () => {
      const box = element.current
      if (box) setIsOverflowing(box.scrollHeight > box.clientHeight || box.scrollWidth > box.clientWidth)
    }
    check()
    const timer = setInterval(check, overflowCheckIntervalMs)
    return () => clearInterval(timer)
  }, [element])
  return isOverflowing
}

export interface TruncateProps {
  children: ReactNode
  /** How many lines are shown. Defaults to one. */
  lineClamp?: 2 | 3 | 4 | 5
  /** Whether a click expands the text in place. Otherwise a tooltip shows it. */
  isExpandable?: boolean
  /** The tooltip's content. Defaults to the full text. */
  tooltip?: ReactNode
  className?: string
}

/**
 * Text that is truncated to the available space. When it is truncated, the user can see all of it. Its direction follows its
 * own script, so that Arabic names read correctly next to English words.
 */
export function Truncate({
  children,
  lineClamp,
  isExpandable = false,
  tooltip,
  className = '',
}: TruncateProps) {
  const text = useRef<HTMLSpanElement>(null)
  const isOverflowing = useOverflow(text)
  const [isExpanded, setIsExpanded] = useState(false)
  const clamp = lineClamp ? clampClasses[lineClamp] : 'block truncate'
  const content = (
    <span
      ref={text}
      dir="auto"
      className={`wrap-anywhere [text-align:-webkit-match-parent] [text-align:match-parent] ${isExpanded ? 'block' : clamp}`}
    >
      {children}
    </span>
  )
  if (isExpandable && (isOverflowing || isExpanded)) {
    return (
      <Tooltip content={expandTooltip(isExpanded)}>
        <Button
          aria-expanded={isExpanded}
          onPress={() => setIsExpanded(!isExpanded)}
          className={`block w-full min-w-0 rounded-sm text-left ${focusRing} ${className}`}
        >
          {content}
        </Button>
      </Tooltip>
    )
  }
  if (isOverflowing) {
    return (
      <TooltipText tooltip={tooltip ?? children} className={`block min-w-0 ${className}`}>
        {content}
      </TooltipText>
    )
  }
  return <span className={`block min-w-0 ${className}`}>{content}</span>
}
