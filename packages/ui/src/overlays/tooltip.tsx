import { type ReactElement, type ReactNode, useRef } from 'react'
import { FocusableProvider } from 'react-aria/private/interactions/useFocusable'
import { useTooltipTrigger } from 'react-aria/useTooltipTrigger'
import { useTooltipTriggerState } from 'react-stately/useTooltipTriggerState'
import { LazyTooltipPanel } from './lazy-tooltip-panel.tsx'
import type { TooltipPanelProps } from './tooltip-panel.tsx'

export interface TooltipProps {
  /** The tooltip's content. Without content, no tooltip appears. */
  content: ReactNode
  /** The control that the tooltip describes: one from this package, or any element inside React Aria's `<Focusable>`. */
  children: ReactElement
  placement?: TooltipPanelProps['placement']
  /** Delay on hover before the tooltip opens. On keyboard focus, it opens immediately. */
  delayMs?: number
  isDisabled?: boolean
}

/** Explains a control on hover and on keyboard focus. Escape closes it. */
export function Tooltip({ content, children, placement, delayMs = 350, isDisabled = false }: TooltipProps) {
  const settings = { delay: delayMs, closeDelay: 80, isDisabled: isDisabled || !content }
  const triggerRef = useRef<HTMLElement>(null)
  const state = useTooltipTriggerState(settings)
  const { triggerProps, tooltipProps } = useTooltipTrigger(settings, state, triggerRef)
  return (
    <>
      <FocusableProvider {...triggerProps} ref={triggerRef}>
        {children}
      </FocusableProvider>
      <LazyTooltipPanel
        state={state}
        triggerRef={triggerRef}
        tooltipProps={tooltipProps}
        placement={placement}
        sizeClass="max-w-72 text-pretty"
      >
        {content}
      </LazyTooltipPanel>
    </>
  )
}
