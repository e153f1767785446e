/**
 * What the color of an element means. Each tone has the tokens T, T-hover, T-pressed, on-T, T-soft, T-text and T-line.
 */
export type Tone = 'accent' | 'success' | 'warning' | 'danger'

/** A tone, or neutral for none. */
export type ToneOrNeutral = Tone | 'neutral'

/** The icon of a message, because color never carries a meaning alone. */
export const toneIcons = {
  neutral: 'info',
  accent: 'info',
  success: 'check-circle',
  warning: 'alert-triangle',
  danger: 'alert-circle',
} as const satisfies Record<ToneOrNeutral, string>
