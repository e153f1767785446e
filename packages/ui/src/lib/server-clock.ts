/** The server's time. The clock of the user's computer may be hours off, so it can't tell whether something has expired. */
let offsetMs = 0

/** The server sends whole seconds, and its answer travels for a moment, so that a small difference means nothing. */
const toleranceMs = 60_000

/** @param date the `Date` header of an answer. Without one, the known difference is kept. */
export function setServerTime(date: string | null): void {
  const differenceMs = date === null ? Number.NaN : Date.parse(date) - Date.now()
  if (Number.isNaN(differenceMs)) return
  offsetMs = Math.abs(differenceMs) < toleranceMs ? 0 : differenceMs
}

export const serverNow = (): Date => new Date(Date.now() + offsetMs)
