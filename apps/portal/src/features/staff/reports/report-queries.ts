import { pathOf } from '@portal/contract/endpoint'
import { type Signup, staffReports } from '@portal/contract/staff/reports'
import { env } from '../../../lib/env.ts'
import { queryFor, queryKeyOf } from '../../../lib/request/api.ts'
import { request } from '../../../lib/request/request-layer.ts'
import { rowPages } from '../../../lib/request/row-pages.ts'
import { askedOnce } from '../search/look-up-queries.ts'
import type { ReportDays } from './report-days.ts'

export const reportPageSize = 50

/** The report's rows, paged. The request key contains both days. */
export function signupReportQuery(days: ReportDays) {
  return {
    ...rowPages<Signup>({
      queryKey: [...queryKeyOf(staffReports.signupReport), days],
      pageSize: reportPageSize,
      load: (page) => {
        const keyParts = [days.startDate, days.endDate, ...(page.after === undefined ? [] : [page.after])]
        return request(staffReports.signupReport, { query: { ...days, ...page } }, { keyParts })
      },
      cursorOf: ({ signupAt, email }) => `${signupAt},${email}`,
    }),
    ...askedOnce,
  }
}

/** The number of signups in total, by method and by day. */
export const signupSummaryQuery = (days: ReportDays) => ({
  ...queryFor(staffReports.signupSummary, { query: days }, { keyParts: [days.startDate, days.endDate] }),
  ...askedOnce,
})

/** The URL of the full report as CSV. */
export function signupDownloadUrl(days: ReportDays): string {
  return `${env.apiUrl}${pathOf(staffReports.signupDownload)}?${new URLSearchParams({ ...days })}`
}
