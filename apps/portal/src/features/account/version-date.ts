const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** Formats a version named `2024-09-25` as "September 25, 2024". Any other name is returned unchanged. */
export function versionDate(version: string): string {
  const date = /^\d{4}-\d{2}-\d{2}$/.test(version) ? new Date(version) : undefined
  return date && !Number.isNaN(date.getTime()) ? longDate.format(date) : version
}
