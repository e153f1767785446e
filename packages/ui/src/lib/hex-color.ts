import { type Color, parseColor } from 'react-aria-components'

/** The initial color of a color picker. */
export const defaultColor = '#0cf'

/** Parses #rgb, #rgba, #rrggbb or #rrggbbaa. Anything else becomes the default color. Never throws. */
export function readColor(text: string): Color {
  const hex = /^#[0-9a-f]{3,8}$/i.test(text) ? text : defaultColor
  try {
    return parseColor(hex).toFormat('hsba')
  } catch {
    return parseColor(defaultColor).toFormat('hsba')
  }
}

/** Formats a color as lower-case #rrggbb, or #rrggbbaa if it is not opaque. */
export function writeColor(color: Color): string {
  return color.toString(color.getChannelValue('alpha') < 1 ? 'hexa' : 'hex').toLowerCase()
}

/** Layers a CSS background, which may be transparent, over a checkerboard. */
export function overCheckerboard(background: unknown): string {
  return `${String(background)}, repeating-conic-gradient(#c9ced6 0% 25%, #fff 0% 50%) 50% / 10px 10px`
}
