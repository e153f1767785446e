/** PostgreSQL does not accept a five-digit year in the format that we send. */
const latestMs = Date.UTC(9999, 11, 31)

/** Parses a date and an id or email address, joined by a comma. Returns undefined if the text is malformed. */
export function parseDateKey(text: string): readonly [at: string, name: string] | undefined {
  const comma = text.indexOf(',')
  const at = new Date(comma < 0 ? Number.NaN : text.slice(0, comma))
  const isDate = /^\d{4}-\d{2}-\d{2}T/.test(text) && at.getTime() >= 0 && at.getTime() < latestMs
  if (!isDate || comma === text.length - 1) return undefined
  return [at.toISOString(), text.slice(comma + 1)]
}
