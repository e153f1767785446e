import type { ReactElement, ReactNode } from 'react'
import {
  Tooltip as AriaTooltip,
  type TooltipProps as AriaTooltipProps,
  TooltipTrigger,
} from 'react-aria-components'

export interface TooltipProps {
  /** The tooltip's content. Without content, no tooltip appears. */
  content: ReactNode
  /** The control that the tooltip describes: one from this package, or any element inside React Aria's `<Focusable>`. */
  children: ReactElement
  placement?: AriaTooltipProps['placement']
  /** Delay on hover before the tooltip opens. On keyboard focus, it opens immediately. */
  delayMs?: number
  isDisabled?: boolean
}

/** Explains a control on hover and on keyboard focus. Escape closes it. */
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
