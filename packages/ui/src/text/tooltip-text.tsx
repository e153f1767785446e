import { type ReactNode, useRef } from 'react'
import { useFocusable } from 'react-aria/useFocusable'
import { focusRing } from '../lib/focus-ring.ts'
import { Tooltip } from '../overlays/tooltip.tsx'

export interface TooltipTextProps {
  children: ReactNode
  tooltip: ReactNode
  className?: string
}

/** Receives the tooltip's events. `<Focusable>` would require an interactive role, and there is nothing to click. */
function FocusableText({ children, className = '' }: Omit<TooltipTextProps, 'tooltip'>) {
  const text = useRef<HTMLSpanElement>(null)
  const { focusableProps } = useFocusable({}, text)
  return (
    <span ref={text} {...focusableProps} className={`rounded-sm ${focusRing} ${className}`}>
      {children}
    </span>
  )
}

/** Text with a tooltip. The text is focusable, so that keyboard users can read the tooltip. */
export function TooltipText({ tooltip, ...text }: TooltipTextProps) {
  return (
    <Tooltip content={tooltip} sizeClass="max-h-80 max-w-sm overflow-y-auto">
      <FocusableText {...text} />
    </Tooltip>
  )
}
