/** Formats cents for display. */
export function money(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`
}

/** Formats Unix seconds as a day in UTC: `21 November 2026`. */
export function day(seconds: number | null): string {
  return seconds === null
    ? ''
    : new Date(seconds * 1_000).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
}

/** Formats Unix seconds as a day and time in UTC. */
export function dayAndTime(seconds: number): string {
  return `${new Date(seconds * 1_000).toISOString().replace('T', ' ').slice(0, 19)} UTC`
}
