import { pathOf } from '@portal/contract/endpoint'
import { staffReports } from '@portal/contract/staff/reports/reports'
import { env } from '../../lib/env.ts'
import { rowsPerPage } from '../../lib/layout/rows-per-page.ts'
import { apiPages, apiQuery } from '../../lib/request/api-query.ts'
import { askedOnce } from './look-up-queries.ts'
import type { ReportDays } from './report-days.ts'

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
