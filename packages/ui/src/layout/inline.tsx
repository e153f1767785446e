import { Children, isValidElement, type ReactNode } from 'react'
import { type Breakpoint, breakpoints, type Responsive, resolveResponsive } from '../lib/breakpoints.ts'
import {
  alignClasses,
  directionClasses,
  flexPositions,
  gapClasses,
  gapStyle,
  type HorizontalAlign,
  justifyClasses,
  responsiveStyle,
  type VerticalAlign,
} from '../lib/responsive-style.ts'
import type { Spacing } from '../lib/spacing.ts'

export interface InlineProps {
  children: ReactNode
  spacing?: Responsive<Spacing>
  align?: Responsive<HorizontalAlign | 'between'>
  alignY?: Responsive<VerticalAlign | 'baseline' | 'stretch'>
  /** Below this breakpoint, the children are stacked vertically. */
  collapseBelow?: Breakpoint
  /** Whether children that don't fit wrap to the next line. */
  isWrapping?: boolean
  as?: 'div' | 'ul' | 'ol' | 'nav'
  className?: string
}

/** Places children side by side, evenly spaced. Required by the design system. No page uses it. */
export function Inline({
  children,
  spacing,
  align,
  alignY,
  collapseBelow = 'mobile',
  isWrapping = true,
  as: Element = 'div',
  className,
}: InlineProps) {
  const isList = Element === 'ul' || Element === 'ol'
  const flow = isWrapping ? 'flex flex-wrap' : 'flex'
  const isCollapsed = (at: Breakpoint) => breakpoints[at] < breakpoints[collapseBelow]
  const across = resolveResponsive<HorizontalAlign | 'between'>(align, 'left')
  const along = resolveResponsive<VerticalAlign | 'baseline' | 'stretch'>(alignY, 'center')
  // In a column the two axes swap, so the alignments do too.
  const columnAlign = (at: Breakpoint) => (across[at] === 'between' ? 'stretch' : across[at])
  const style = {
    ...gapStyle(spacing, 'sm'),
    ...responsiveStyle('direction', (at) => (isCollapsed(at) ? 'column' : 'row')),
    ...responsiveStyle('justify', (at) => flexPositions[isCollapsed(at) ? 'left' : across[at]]),
    ...responsiveStyle('align', (at) => flexPositions[isCollapsed(at) ? columnAlign(at) : along[at]]),
  }
  return (
    <Element
      className={[flow, gapClasses, alignClasses, justifyClasses, directionClasses, className]
        .filter(Boolean)
        .join(' ')}
      style={style}
    >
      {isList
        ? Children.toArray(children).map((child, position) => (
            <li key={isValidElement(child) ? child.key : String(position)} className="list-none">
              {child}
            </li>
          ))
        : children}
    </Element>
  )
}
