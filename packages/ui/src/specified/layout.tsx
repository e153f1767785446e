import type { CSSProperties, ReactNode } from 'react'

/** The five breakpoints, narrowest first. The style sheet defines their widths. */
type Breakpoint = 'mobile' | 'tablet' | 'desktop' | 'wide' | 'huge'

/** One value for every width, or the values at the breakpoints where it changes. */
type Responsive<Value> = Value | Partial<Record<Breakpoint, Value>>

const gaps = { none: 0, '2xs': 4, xs: 8, sm: 12, md: 16, lg: 24, xl: 32, '2xl': 48, '3xl': 64 } as const
const positions = {
  left: 'flex-start',
  center: 'center',
  right: 'flex-end',
  between: 'space-between',
} as const

type Spacing = keyof typeof gaps
type Align = keyof typeof positions

/** Each class reads the custom property of its breakpoint, so that nothing moves after the first paint. */
const gapClasses =
  'gap-(--gap-mobile) tablet:gap-(--gap-tablet) desktop:gap-(--gap-desktop) wide:gap-(--gap-wide) huge:gap-(--gap-huge)'
const justifyClasses =
  '[justify-content:var(--at-mobile)] tablet:[justify-content:var(--at-tablet)] desktop:[justify-content:var(--at-desktop)] wide:[justify-content:var(--at-wide)] huge:[justify-content:var(--at-huge)]'
const itemsClasses =
  '[align-items:var(--at-mobile)] tablet:[align-items:var(--at-tablet)] desktop:[align-items:var(--at-desktop)] wide:[align-items:var(--at-wide)] huge:[align-items:var(--at-huge)]'
const columnsClasses =
  'grid-cols-[repeat(var(--at-mobile),minmax(0,1fr))] tablet:grid-cols-[repeat(var(--at-tablet),minmax(0,1fr))] desktop:grid-cols-[repeat(var(--at-desktop),minmax(0,1fr))] wide:grid-cols-[repeat(var(--at-wide),minmax(0,1fr))] huge:grid-cols-[repeat(var(--at-huge),minmax(0,1fr))]'

/** Sets `--{name}-{breakpoint}`. A missing value is that of the next narrower breakpoint, and of mobile `first`. */
function properties<Value extends string | number>(
  name: 'gap' | 'at',
  value: Responsive<Value>,
  first: Value,
  toCss: (value: Value) => string | number,
): CSSProperties {
  const given: Partial<Record<Breakpoint, Value>> = typeof value === 'object' ? value : { mobile: value }
  let last = first
  return Object.fromEntries(
    (['mobile', 'tablet', 'desktop', 'wide', 'huge'] as const).map((breakpoint) => {
      last = given[breakpoint] ?? last
      return [`--${name}-${breakpoint}`, toCss(last)]
    }),
  )
}

const gap = (spacing: Responsive<Spacing>) =>
  properties('gap', spacing, 'md', (step) => `${gaps[step] / 16}rem`)
const position = (align: Responsive<Align>) => properties('at', align, 'left', (name) => positions[name])

interface LayoutProps {
  children: ReactNode
  spacing?: Responsive<Spacing>
}

/** Places children below each other, evenly spaced. */
export function Stack({ children, spacing = 'md', align }: LayoutProps & { align?: Responsive<Align> }) {
  return (
    <div
      className={`flex flex-col ${gapClasses} ${align ? itemsClasses : ''}`}
      style={{ ...gap(spacing), ...(align && position(align)) }}
    >
      {children}
    </div>
  )
}

/** Places children side by side, evenly spaced. Those that don't fit wrap to the next line. */
export function Inline({
  children,
  spacing = 'sm',
  align = 'left',
}: LayoutProps & { align?: Responsive<Align> }) {
  return (
    <div
      className={`flex flex-wrap items-center ${gapClasses} ${justifyClasses}`}
      style={{ ...gap(spacing), ...position(align) }}
    >
      {children}
    </div>
  )
}

/** Places children in a grid with equally wide columns. */
export function Tiles({ children, spacing = 'md', columns }: LayoutProps & { columns: Responsive<number> }) {
  return (
    <div
      className={`grid ${gapClasses} ${columnsClasses}`}
      style={{ ...gap(spacing), ...properties('at', columns, 1, Number) }}
    >
      {children}
    </div>
  )
}
