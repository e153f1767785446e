import type { ReactElement, ReactNode } from 'react'
import {
  Popover as AriaPopover,
  type PopoverProps as AriaPopoverProps,
  Dialog,
  DialogTrigger,
} from 'react-aria-components'
import { overlayPanel } from '../lib/overlay-style.ts'

export interface PopoverProps {
  /** The button that opens the popover. */
  trigger: ReactElement
  /** The popover's accessible name. */
  label: string
  children: ReactNode | ((close: { close: () => void }) => ReactNode)
  placement?: AriaPopoverProps['placement']
  isOpen?: boolean
  onOpenChange?: (isOpen: boolean) => void
  className?: string
}

/**
 * A small panel next to its button, for content that is too complex for a menu and too small for a Modal.
 * Required by the design system. No page uses it.
 */
export function Popover({
  trigger,
  label,
  children,
  placement = 'bottom start',
  isOpen,
  onOpenChange,
  className,
}: PopoverProps) {
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={onOpenChange}>
      {trigger}
      <AriaPopover placement={placement} offset={6} className={overlayPanel}>
        <Dialog aria-label={label} className={`p-3 text-base outline-none ${className ?? ''}`}>
          {children}
        </Dialog>
      </AriaPopover>
    </DialogTrigger>
  )
}
