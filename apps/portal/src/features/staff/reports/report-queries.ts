import { pathOf } from '@portal/contract/endpoint'
import { people, type Signup } from '@portal/contract/people'
import { env } from '../../../lib/env.ts'
import { queryFor, queryKeyOf } from '../../../lib/request/api.ts'
import { request } from '../../../lib/request/request-layer.ts'
import { rowPages } from '../../../lib/request/row-pages.ts'
import { askedOnce } from '../search/look-up-queries.ts'
import type { ReportDays } from './report-days.ts'

export const reportPageSize = 50

/** The rows, page by page, whatever their number. The specification's key names both days. */
export function signupReportQuery(days: ReportDays) {
  return {
    ...rowPages<Signup>({
      queryKey: [...queryKeyOf(people.signupReport), days],
      pageSize: reportPageSize,
      load: (page) => {
        const keyParts = [days.startDate, days.endDate, ...(page.after === undefined ? [] : [page.after])]
        return request(people.signupReport, { query: { ...days, ...page } }, { keyParts })
      },
      cursorOf: ({ signupAt, email }) => `${signupAt},${email}`,
    }),
    ...askedOnce,
  }
}

/** How many signed up: in all, by method, by day. */
export const signupSummaryQuery = (days: ReportDays) => ({
  ...queryFor(people.signupSummary, { query: days }, { keyParts: [days.startDate, days.endDate] }),
  ...askedOnce,
})

/** Where the browser finds all of it as CSV. */
export function signupDownloadUrl(days: ReportDays): string {
  return `${env.apiUrl}${pathOf(people.signupDownload)}?${new URLSearchParams({ ...days })}`
}
