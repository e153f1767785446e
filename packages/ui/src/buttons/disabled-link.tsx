import type { ReactNode } from 'react'
import { Focusable } from 'react-aria-components'
import { DisabledReason, type TooltipProps } from '../overlays/tooltip.tsx'

export interface DisabledLinkProps {
  children: ReactNode
  /** The reason why the link is disabled, shown in a tooltip and read by screen readers. */
  reason: string
  placement?: TooltipProps['placement']
  className?: string
  'aria-label'?: string
}

/** Set explicitly, because an anchor without an `href` has no link role and cannot be focused. */
const linkSemantics = { role: 'link', 'aria-disabled': true, tabIndex: 0 } as const

/** A disabled link. It stays in the tab order, so that keyboard users can read the reason. */
export function DisabledLink({ children, reason, placement, ...rest }: DisabledLinkProps) {
  return (
    <DisabledReason reason={reason} placement={placement}>
      {(describedBy) => (
        <Focusable>
          <span {...rest} {...linkSemantics} aria-describedby={describedBy}>
            {children}
          </span>
        </Focusable>
      )}
    </DisabledReason>
  )
}
