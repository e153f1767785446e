import { type ReactElement, type ReactNode, useId } from 'react'
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
  isDisabled?: boolean
  /** Opens and closes the tooltip. Without it, the tooltip opens on hover and on keyboard focus. */
  isOpen?: boolean
  /** Classes that set the size of the tooltip. */
  sizeClass?: string
}

/** Explains a control on hover and on keyboard focus. Escape closes it. */
export function Tooltip({
  content,
  children,
  placement,
  isDisabled = false,
  isOpen,
  sizeClass = 'max-w-72 text-pretty',
}: TooltipProps) {
  return (
    <TooltipTrigger delay={350} closeDelay={150} isOpen={isOpen} isDisabled={isDisabled || !content}>
      {children}
      <AriaTooltip
        placement={placement}
        offset={6}
        className={`${sizeClass} rounded-md bg-tooltip px-2 py-1 text-on-tooltip text-xs shadow-overlay forced-colors:border transition wrap-anywhere entering:opacity-0 exiting:opacity-0`}
      >
        {content}
      </AriaTooltip>
    </TooltipTrigger>
  )
}

interface DisabledReasonProps extends Pick<TooltipProps, 'placement'> {
  /** Why the control is disabled. Undefined while it is enabled. */
  reason: string | undefined
  /** Shown in the tooltip while there is no reason. */
  label?: string | undefined
  /** Renders the control, which must stay focusable. */
  children: (describedBy: string | undefined) => ReactElement
}

/**
 * Explains why a control is disabled, in a tooltip and to screen readers. It also wraps the enabled control, because moving the
 * control in the tree would make it lose the focus.
 */
export function DisabledReason({ reason, label, placement, children }: DisabledReasonProps) {
  const reasonId = useId()
  return (
    <>
      <Tooltip content={reason ?? label} placement={placement}>
        {children(reason && reasonId)}
      </Tooltip>
      {reason && (
        <span id={reasonId} hidden>
          {reason}
        </span>
      )}
    </>
  )
}

/** The tooltip of a control that expands and collapses. */
export function expandTooltip(isExpanded: boolean): string {
  return isExpanded ? 'Click to collapse' : 'Click to expand'
}
