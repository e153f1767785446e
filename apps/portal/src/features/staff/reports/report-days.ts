/** The days of the signup report: whole days in UTC, weeks from Monday to Sunday (ISO 8601). */
import { isDay } from '@portal/contract/text-rules'

export interface ReportDays {
  startDate: string
  endDate: string
}

/** The totals and the chart cover at most so many days. */
export const summaryMaxDays = 731

const dayMs = 86_400_000
const isoDay = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const toMs = (day: string) => Date.parse(`${day}T00:00:00Z`)

/** The usual ranges. A week that is not over ends today. */
export function reportPresets(now: Date): (ReportDays & { label: string })[] {
  const today = toMs(now.toISOString().slice(0, 10))
  const monday = today - ((now.getUTCDay() + 6) % 7) * dayMs
  return [
    { label: 'This week', startDate: isoDay(monday), endDate: isoDay(today) },
    { label: 'Last week', startDate: isoDay(monday - 7 * dayMs), endDate: isoDay(monday - dayMs) },
    { label: 'Last 30 days', startDate: isoDay(today - 29 * dayMs), endDate: isoDay(today) },
  ]
}

/** How many days a report covers, both included. */
export function dayCount({ startDate, endDate }: ReportDays): number {
  return Math.round((toMs(endDate) - toMs(startDate)) / dayMs) + 1
}

/** Why a report cannot be made of two days; undefined when it can. */
export function reportProblem({ startDate, endDate }: ReportDays): string | undefined {
  if (!isDay(startDate) || !isDay(endDate)) return 'Give both days like 2024-08-14'
  return startDate > endDate ? 'The end date is before the start date' : undefined
}
