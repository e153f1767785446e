import type { CSSProperties } from 'react'
import { type Breakpoint, breakpointNames, type Responsive, resolveResponsive } from './breakpoints.ts'
import { type Spacing, spacing } from './spacing.ts'

/*
 * The layout helpers use only CSS, so nothing moves after the first paint. Every breakpoint has its own custom
 * property, and these classes pick the one for the current width.
 */
export const gapClasses =
  'gap-(--gap-mobile) tablet:gap-(--gap-tablet) desktop:gap-(--gap-desktop) wide:gap-(--gap-wide) huge:gap-(--gap-huge)'

export const alignClasses =
  '[align-items:var(--align-mobile)] tablet:[align-items:var(--align-tablet)] desktop:[align-items:var(--align-desktop)] wide:[align-items:var(--align-wide)] huge:[align-items:var(--align-huge)]'

export const justifyClasses =
  '[justify-content:var(--justify-mobile)] tablet:[justify-content:var(--justify-tablet)] desktop:[justify-content:var(--justify-desktop)] wide:[justify-content:var(--justify-wide)] huge:[justify-content:var(--justify-huge)]'

export const directionClasses =
  '[flex-direction:var(--direction-mobile)] tablet:[flex-direction:var(--direction-tablet)] desktop:[flex-direction:var(--direction-desktop)] wide:[flex-direction:var(--direction-wide)] huge:[flex-direction:var(--direction-huge)]'

export const columnsClasses =
  'grid-cols-[repeat(var(--columns-mobile),minmax(0,1fr))] tablet:grid-cols-[repeat(var(--columns-tablet),minmax(0,1fr))] desktop:grid-cols-[repeat(var(--columns-desktop),minmax(0,1fr))] wide:grid-cols-[repeat(var(--columns-wide),minmax(0,1fr))] huge:grid-cols-[repeat(var(--columns-huge),minmax(0,1fr))]'

type ResponsiveProperty = 'gap' | 'align' | 'justify' | 'direction' | 'columns'

/** Returns the custom properties `--{property}-{breakpoint}` that the classes above read. */
export function responsiveStyle(
  property: ResponsiveProperty,
  toValue: (breakpoint: Breakpoint) => string | number,
): CSSProperties {
  return Object.fromEntries(
    breakpointNames.map((breakpoint) => [`--${property}-${breakpoint}`, String(toValue(breakpoint))]),
  )
}

/** Returns the gap for every breakpoint. */
export function gapStyle(value: Responsive<Spacing> | undefined, fallback: Spacing): CSSProperties {
  const steps = resolveResponsive<Spacing>(value, fallback)
  return responsiveStyle('gap', (breakpoint) => `${spacing[steps[breakpoint]] / 16}rem`)
}

/** Maps the alignments of the helpers to flexbox values. */
export const flexPositions = {
  left: 'flex-start',
  top: 'flex-start',
  center: 'center',
  right: 'flex-end',
  bottom: 'flex-end',
  baseline: 'baseline',
  between: 'space-between',
  stretch: 'stretch',
} as const

export type HorizontalAlign = 'left' | 'center' | 'right'
export type VerticalAlign = 'top' | 'center' | 'bottom'

/** Returns the flexbox alignment for every breakpoint. */
export function alignStyle<Name extends keyof typeof flexPositions>(
  property: 'align' | 'justify',
  value: Responsive<Name> | undefined,
  fallback: Name,
): CSSProperties {
  const names = resolveResponsive<Name>(value, fallback)
  return responsiveStyle(property, (breakpoint) => flexPositions[names[breakpoint]])
}
