/**
 * What the color of an element means. Each tone has the tokens T, T-hover, T-pressed, on-T, T-soft, T-text and T-line.
 */
export type Tone = 'accent' | 'success' | 'warning' | 'danger'

/** A tone, or neutral for none. */
export type ToneOrNeutral = Tone | 'neutral'
