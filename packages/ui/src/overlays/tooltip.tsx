import type { ReactElement, ReactNode } from 'react'
import {
  Tooltip as AriaTooltip,
  type TooltipProps as AriaTooltipProps,
  TooltipTrigger,
} from 'react-aria-components'

export interface TooltipProps {
  /** What it says; with nothing to say there is no tooltip. */
  content: ReactNode
  /** The control it belongs to: one of this package, or any element inside `<Focusable>` of React Aria. */
  children: ReactElement
  placement?: AriaTooltipProps['placement']
  /** Milliseconds of hovering before it opens; on keyboard focus it opens at once. */
  delayMs?: number
  isDisabled?: boolean
}

/** Tells more about a control on hover and on keyboard focus; Escape closes it. */
export function Tooltip({ content, children, placement = 'top', delayMs = 350, isDisabled }: TooltipProps) {
  return (
    <TooltipTrigger delay={delayMs} closeDelay={80} isDisabled={isDisabled || !content}>
      {children}
      <AriaTooltip
        placement={placement}
        offset={6}
        className="max-w-72 rounded-md bg-tooltip px-2 py-1 text-xs text-on-tooltip shadow-overlay transition entering:opacity-0 exiting:opacity-0 text-pretty wrap-anywhere"
      >
        {content}
      </AriaTooltip>
    </TooltipTrigger>
  )
}
