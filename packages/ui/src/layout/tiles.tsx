import { Children, isValidElement, type ReactNode } from 'react'
import { type Responsive, resolveResponsive } from '../lib/breakpoints.ts'
import {
  alignClasses,
  alignStyle,
  columnsClasses,
  gapClasses,
  gapStyle,
  responsiveStyle,
  type VerticalAlign,
} from '../lib/responsive-style.ts'
import type { Spacing } from '../lib/spacing.ts'

export type TileColumns = 1 | 2 | 3 | 4 | 5 | 6

export interface TilesProps {
  children: ReactNode
  /** The number of equal columns: one number, or one for each breakpoint. */
  columns?: Responsive<TileColumns>
  spacing?: Responsive<Spacing>
  /** How tiles of different heights are aligned in their row. */
  alignY?: Responsive<VerticalAlign | 'stretch'>
  as?: 'div' | 'ul' | 'ol'
  className?: string
}

/** Places children in a grid of equal columns. */
export function Tiles({ children, columns, spacing, alignY, as: Element = 'div', className }: TilesProps) {
  const counts = resolveResponsive<TileColumns>(columns, 1)
  return (
    <Element
      className={['grid', gapClasses, alignClasses, columnsClasses, className].filter(Boolean).join(' ')}
      style={{
        ...gapStyle(spacing, 'md'),
        ...alignStyle('align', alignY, 'stretch'),
        ...responsiveStyle('columns', (breakpoint) => counts[breakpoint]),
      }}
    >
      {Element === 'div'
        ? children
        : Children.toArray(children).map((child, position) => (
            <li key={isValidElement(child) ? child.key : String(position)} className="grid list-none">
              {child}
            </li>
          ))}
    </Element>
  )
}
