import { type Color, parseColor } from 'react-aria-components'

/** What a colour picker begins with. */
export const defaultColor = '#0cf'

/** Reads #rgb, #rgba, #rrggbb or #rrggbbaa; anything else becomes the default colour. Never throws. */
export function readColor(text: string): Color {
  const hex = /^#[0-9a-f]{3,8}$/i.test(text) ? text : defaultColor
  try {
    return parseColor(hex).toFormat('hsba')
  } catch {
    return parseColor(defaultColor).toFormat('hsba')
  }
}

/** Writes #rrggbb, or #rrggbbaa where it is not opaque, in lower case. */
export function writeColor(color: Color): string {
  return color.toString(color.getChannelValue('alpha') < 1 ? 'hexa' : 'hex').toLowerCase()
}

/** Layers a CSS background, which may be transparent, over the usual chequered ground. */
export function overChequers(background: unknown): string {
  return `${String(background)}, repeating-conic-gradient(#c9ced6 0% 25%, #fff 0% 50%) 50% / 10px 10px`
}
