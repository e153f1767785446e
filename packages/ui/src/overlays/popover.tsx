import type { ReactElement, ReactNode } from 'react'
import {
  Popover as AriaPopover,
  type PopoverProps as AriaPopoverProps,
  Dialog,
  DialogTrigger,
} from 'react-aria-components'
import { overlayPanel } from '../lib/overlay-style.ts'

export interface PopoverProps {
  /** The button that opens it. */
  trigger: ReactElement
  /** Names the popover to screen readers. */
  label: string
  children: ReactNode | ((close: { close: () => void }) => ReactNode)
  placement?: AriaPopoverProps['placement']
  isOpen?: boolean
  onOpenChange?: (isOpen: boolean) => void
  className?: string
}

/**
 * A small panel beside its button, for what is too much for a menu and too little for a Modal.
 * Part of the design system; no page uses it yet.
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
