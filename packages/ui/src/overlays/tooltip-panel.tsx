import type { DOMAttributes, ReactNode, RefObject } from 'react'
import { Tooltip, type TooltipProps, TooltipTriggerStateContext } from 'react-aria-components/Tooltip'
import type { TooltipTriggerState } from 'react-stately/useTooltipTriggerState'

export interface TooltipPanelProps {
  state: TooltipTriggerState
  triggerRef: RefObject<Element | null>
  /** Attributes that connect the tooltip with its control. */
  tooltipProps?: DOMAttributes<Element>
  placement?: TooltipProps['placement']
  /** Classes that set the size of the tooltip. */
  sizeClass: string
  children: ReactNode
}

/** The bubble of a tooltip. Separate from its control, because its code is loaded when a tooltip is first needed. */
export function TooltipPanel({
  state,
  triggerRef,
  tooltipProps,
  placement = 'top',
  sizeClass,
  children,
}: TooltipPanelProps) {
  return (
    <TooltipTriggerStateContext value={state}>
      <Tooltip
        {...tooltipProps}
        triggerRef={triggerRef}
        placement={placement}
        offset={6}
        className={`${sizeClass} rounded-md bg-tooltip px-2 py-1 text-on-tooltip text-xs shadow-overlay forced-colors:border transition wrap-anywhere entering:opacity-0 exiting:opacity-0`}
      >
        {children}
      </Tooltip>
    </TooltipTriggerStateContext>
  )
}
