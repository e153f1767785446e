/** What a coloured element means; each has the tokens T, T-hover, T-pressed, on-T, T-soft, T-text and T-line. */
export type Tone = 'accent' | 'success' | 'warning' | 'danger'

/** A tone, or none. */
export type ToneOrNeutral = Tone | 'neutral'
