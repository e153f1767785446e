/** The server's time. The clock of the user's computer may be hours off, so it must not decide whether something has expired. */
let offsetMs = 0

/** Smaller differences are ignored, because the header has whole seconds and the response takes time to arrive. */
const toleranceMs = 60_000

/** @param date the `Date` header of a response. Without one, the known offset is kept. */
export function setServerTime(date: string | null): void {
  const differenceMs = date === null ? Number.NaN : Date.parse(date) - Date.now()
  if (Number.isNaN(differenceMs)) return
  offsetMs = Math.abs(differenceMs) < toleranceMs ? 0 : differenceMs
}

export const serverNow = (): Date => new Date(Date.now() + offsetMs)
