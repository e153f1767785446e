import {
  type FocusEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Tooltip, TooltipTriggerStateContext } from 'react-aria-components/Tooltip'
import { focusRing } from '../lib/focus-ring.ts'

const openDelayMs = 350
const closeDelayMs = 150

export interface TooltipTextProps {
  children: ReactNode
  tooltip: ReactNode
  className?: string
}

/**
 * Text with a tooltip that opens on hover or focus and closes with Escape. The text is focusable, so that keyboard
 * users can read the tooltip. It is not a button, because there is nothing to click, so `Tooltip` doesn't fit here.
 */
export function TooltipText({ children, tooltip, className = '' }: TooltipTextProps) {
  const text = useRef<HTMLSpanElement>(null)
  const id = useId()
  const state = useDelayedOpening()
  const trigger = {
    tabIndex: 0,
    'aria-describedby': state.isOpen ? id : undefined,
    onPointerEnter: (event: PointerEvent) => event.pointerType === 'mouse' && state.open(),
    onPointerLeave: () => state.close(),
    onFocus: (event: FocusEvent) => event.currentTarget.matches(':focus-visible') && state.open(true),
    onBlur: () => state.close(true),
  }
  return (
    <TooltipTriggerStateContext value={state}>
      <span ref={text} {...trigger} className={`rounded-sm ${focusRing} ${className}`}>
        {children}
      </span>
      <Tooltip
        triggerRef={text}
        offset={6}
        className="max-h-80 max-w-sm overflow-y-auto rounded-md bg-tooltip px-2 py-1 text-on-tooltip text-xs shadow-overlay transition wrap-anywhere entering:opacity-0 exiting:opacity-0"
      >
        <span id={id}>{tooltip}</span>
      </Tooltip>
    </TooltipTriggerStateContext>
  )
}

/**
 * Opens and closes after a delay, or immediately. The delay lets the user move the pointer from the text to its tooltip
 * to read or select it.
 */
function useDelayedOpening() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!isOpen) return
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setIsOpen(false)
    }
    document.addEventListener('keydown', closeOnEscape)
    return () => document.removeEventListener('keydown', closeOnEscape)
  }, [isOpen])
  return useMemo(() => {
    const turn = (isShown: boolean, delayMs: number) => {
      clearTimeout(timer.current)
      if (delayMs === 0) setIsOpen(isShown)
      else timer.current = setTimeout(() => setIsOpen(isShown), delayMs)
    }
    return {
      isOpen,
      shouldSkipAnimation: false,
      open: (isImmediate = false) => turn(true, isImmediate ? 0 : openDelayMs),
      close: (isImmediate = false) => turn(false, isImmediate ? 0 : closeDelayMs),
    }
  }, [isOpen])
}
