/**
 * The five breakpoints of the layout helpers, as the smallest viewport width of each in CSS pixels. A value given for
 * one breakpoint also applies to wider ones, up to the next given value. The style sheet defines the same widths as
 * variants (`tablet:`, `desktop:`, `wide:`, `huge:`).
 */
export const breakpoints = { mobile: 0, tablet: 640, desktop: 1024, wide: 1280, huge: 1536 } as const

export type Breakpoint = keyof typeof breakpoints

/** Narrowest first. */
export const breakpointNames = ['mobile', 'tablet', 'desktop', 'wide', 'huge'] as const

/** One value for every width, or a value for each breakpoint where it changes. */
export type Responsive<Value> = Value | Partial<Record<Breakpoint, Value>>

function isPerBreakpoint<Value>(value: Responsive<Value>): value is Partial<Record<Breakpoint, Value>> {
  return typeof value === 'object' && value !== null
}

/**
 * Returns a value for every breakpoint. A missing value is taken from the next narrower breakpoint, then from
 * `fallback`.
 */
export function resolveResponsive<Value extends string | number | boolean>(
  value: Responsive<Value> | undefined,
  fallback: Value,
): Record<Breakpoint, Value> {
  const given = value === undefined ? {} : isPerBreakpoint(value) ? value : { mobile: value }
  const mobile = given.mobile ?? fallback
  const tablet = given.tablet ?? mobile
  const desktop = given.desktop ?? tablet
  const wide = given.wide ?? desktop
  return { mobile, tablet, desktop, wide, huge: given.huge ?? wide }
}

/** Returns the breakpoint for a viewport width in CSS pixels. */
export function breakpointAt(widthPixels: number): Breakpoint {
  return breakpointNames.findLast((name) => breakpoints[name] <= widthPixels) ?? 'mobile'
}
