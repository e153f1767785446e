/** Cents as people read them. */
export function money(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`
}

/** A day of Unix seconds, in UTC: `21 November 2026`. */
export function day(seconds: number | null): string {
  if (seconds === null) return ''
  return new Date(seconds * 1_000).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
}

/** The same with the time. */
export function dayAndTime(seconds: number): string {
  return `${new Date(seconds * 1_000).toISOString().replace('T', ' ').slice(0, 19)} UTC`
}
