import type { PersonReport } from '@portal/contract/staff/search/search'

export const iso = (instant: Date | null) => instant?.toISOString() ?? null

interface PauseRow {
  since: Date | null
  until: Date | null
  reason: string | null
  byEmail: string | null
}

export function pauseBody({ since, until, reason, byEmail }: PauseRow): PersonReport['quarantine'] {
  return since && { since: since.toISOString(), until: iso(until), reason, byEmail }
}
