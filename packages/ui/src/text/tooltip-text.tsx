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
import { focusRing } from '../lib/focus-ring.ts'
import { LazyTooltipPanel } from '../overlays/lazy-tooltip-panel.tsx'

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
    <>
      <span ref={text} {...trigger} className={`rounded-sm ${focusRing} ${className}`}>
        {children}
      </span>
      <LazyTooltipPanel state={state} triggerRef={text} sizeClass="max-h-80 max-w-sm overflow-y-auto">
        <span id={id}>{tooltip}</span>
      </LazyTooltipPanel>
    </>
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
