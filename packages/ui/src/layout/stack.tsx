import { Children, Fragment, isValidElement, type ReactNode } from 'react'
import type { Responsive } from '../lib/breakpoints.ts'
import {
  alignClasses,
  alignStyle,
  gapClasses,
  gapStyle,
  type HorizontalAlign,
} from '../lib/responsive-style.ts'
import type { Spacing } from '../lib/spacing.ts'
import { Divider } from './divider.tsx'

export interface StackProps {
  children: ReactNode
  /** Space between the children: one step, or one for each breakpoint. */
  spacing?: Responsive<Spacing>
  align?: Responsive<HorizontalAlign | 'stretch'>
  /** Draws a hairline between the children. */
  hasDividers?: boolean
  /** `ul` and `ol` wrap each child in a list item. */
  as?: 'div' | 'section' | 'ul' | 'ol'
  className?: string
}

/** Stacks children vertically, evenly spaced. Required by the design system. No page uses it. */
export function Stack({
  children,
  spacing,
  align,
  hasDividers = false,
  as: Element = 'div',
  className,
}: StackProps) {
  const isList = Element === 'ul' || Element === 'ol'
  const items = Children.toArray(children)
  return (
    <Element
      className={['flex flex-col', gapClasses, alignClasses, className].filter(Boolean).join(' ')}
      style={{ ...gapStyle(spacing, 'md'), ...alignStyle('align', align, 'stretch') }}
    >
      {items.map((child, position) => {
        const key = isValidElement(child) ? child.key : String(position)
        const divider = hasDividers && position > 0 ? <Divider className="self-stretch" /> : null
        if (isList) {
          return (
            <li key={key} className="flex list-none flex-col gap-[inherit]">
              {divider}
              {child}
            </li>
          )
        }
        return (
          <Fragment key={key}>
            {divider}
            {child}
          </Fragment>
        )
      })}
    </Element>
  )
}
