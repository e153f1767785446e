import { type ReactNode, useId } from 'react'
import { Focusable } from 'react-aria-components'
import { Tooltip, type TooltipProps } from '../overlays/tooltip.tsx'

export interface DisabledLinkProps {
  children: ReactNode
  /** Why it leads nowhere: shown as a tooltip and read by screen readers. */
  reason: string
  placement?: TooltipProps['placement']
  className?: string
  'aria-label'?: string
}

/** An anchor without an address has no link role and takes no focus. */
const linkSemantics = { role: 'link', 'aria-disabled': true, tabIndex: 0 } as const

/** A link that leads nowhere for now. It stays in the tab order, so that its reason can be reached by keyboard. */
export function DisabledLink({ children, reason, placement, ...rest }: DisabledLinkProps) {
  const reasonId = useId()
  return (
    <>
      <Tooltip content={reason} placement={placement}>
        <Focusable>
          <span {...rest} {...linkSemantics} aria-describedby={reasonId}>
            {children}
          </span>
        </Focusable>
      </Tooltip>
      <span id={reasonId} hidden>
        {reason}
      </span>
    </>
  )
}
