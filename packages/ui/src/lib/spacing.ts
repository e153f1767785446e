/** The spacing scale of the layout helpers, in CSS pixels on a 4 px grid. */
export const spacing = {
  none: 0,
  '2xs': 4,
  xs: 8,
  sm: 12,
  md: 16,
  lg: 24,
  xl: 32,
  '2xl': 48,
  '3xl': 64,
} as const

export type Spacing = keyof typeof spacing
