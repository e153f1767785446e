import { pathOf } from '@portal/contract/endpoint'
import { staffReports } from '@portal/contract/staff/reports/reports'
import { isDay } from '@portal/contract/text/text-rules'
import { env } from '../../lib/env.ts'
import { rowsPerPage } from '../../lib/layout/rows-per-page.ts'
import { apiPages, apiQuery } from '../../lib/request/api-query.ts'
import { askedOnce } from './look-ups.ts'

export interface ReportDays {
  startDate: string
  endDate: string
}

/** The longest range in days for the totals and the chart. */
export const summaryMaxDays = 731

const dayMs = 86_400_000
const isoDay = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const toMs = (day: string) => Date.parse(`${day}T00:00:00Z`)

/** The preset ranges. The current week ends today. */
export function reportPresets(now: Date): (ReportDays & { label: string })[] {
  const today = toMs(now.toISOString().slice(0, 10))
  const monday = today - ((now.getUTCDay() + 6) % 7) * dayMs
  return [
    { label: 'This week', startDate: isoDay(monday), endDate: isoDay(today) },
    { label: 'Last week', startDate: isoDay(monday - 7 * dayMs), endDate: isoDay(monday - dayMs) },
    { label: 'Last 30 days', startDate: isoDay(today - 29 * dayMs), endDate: isoDay(today) },
  ]
}

/** The number of days in the range, both ends included. */
export function dayCount({ startDate, endDate }: ReportDays): number {
  return Math.round((toMs(endDate) - toMs(startDate)) / dayMs) + 1
}

/** Why the range is invalid. Undefined if it is valid. */
export function reportProblem({ startDate, endDate }: ReportDays): string | undefined {
  if (!isDay(startDate) || !isDay(endDate)) return 'Enter both dates as YYYY-MM-DD, such as 2024-08-14'
  return startDate > endDate ? 'Choose an end date on or after the start date' : undefined
}

/** The report's rows, paged. The request key contains both days. */
export function signupReportQuery(days: ReportDays) {
  return {
    ...apiPages({
      call: staffReports.signupReport,
      input: { query: days },
      keyParts: [days.startDate, days.endDate],
      pageSize: rowsPerPage,
      toRows: (signups) => signups,
      cursorOf: ({ signupAt, email }) => `${signupAt},${email}`,
    }),
    ...askedOnce,
  }
}

/** The number of signups in total, by method and by day. */
export const signupSummaryQuery = (days: ReportDays) => ({
  ...apiQuery(staffReports.signupSummary, { query: days }, { keyParts: [days.startDate, days.endDate] }),
  ...askedOnce,
})

/** The URL of the full report as CSV. */
export function signupDownloadUrl(days: ReportDays): string {
  return `${env.apiUrl}${pathOf(staffReports.signupDownload)}?${new URLSearchParams({ ...days })}`
}
