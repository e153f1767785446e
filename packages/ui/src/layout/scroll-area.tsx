import { type ReactNode, useEffect, useRef, useState } from 'react'
import { focusRingInset } from '../lib/focus-ring.ts'

export interface ScrollAreaProps {
  children: ReactNode
  /** Accessible name, needed when the area is reachable by keyboard. */
  label: string
  orientation?: 'vertical' | 'horizontal'
  className?: string
}

const overflowClasses = {
  vertical: 'overflow-x-hidden overflow-y-auto',
  horizontal: 'overflow-x-auto overflow-y-hidden',
}

/** A scrollable region. It is a tab stop and can be scrolled by keyboard only while its content overflows. */
export function ScrollArea({ children, label, orientation = 'vertical', className = '' }: ScrollAreaProps) {
  const area = useRef<HTMLDivElement>(null)
  const [isOverflowing, setIsOverflowing] = useState(false)
  useEffect(() => {
    const element = area.current
    if (!element) return
    const measure = () => {
      const { scrollHeight, clientHeight, scrollWidth, clientWidth } = element
      // One pixel more can be a rounding error.
      setIsOverflowing(scrollHeight > clientHeight + 1 || scrollWidth > clientWidth + 1)
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    for (const child of element.children) observer.observe(child)
    measure()
    return () => observer.disconnect()
  }, [])
  const reachable = isOverflowing ? { role: 'group', 'aria-label': label, tabIndex: 0 } : {}
  return (
    <div
      ref={area}
      {...reachable}
      className={`[scrollbar-color:var(--ui-line-strong)_transparent] [scrollbar-width:thin] ${overflowClasses[orientation]} ${focusRingInset} ${className}`}
    >
      <div className="min-w-full">{children}</div>
    </div>
  )
}
