/** The signup report as a list, a summary and a CSV file. See docs/product/staff.md#signup-report. */
import { listPageMaxSize } from '@portal/contract/limits'
import { staffReports } from '@portal/contract/staff/reports/reports'
import { csvOf } from '../../../http/lists/csv-line.ts'
import { parseDateKey } from '../../../http/lists/date-key.ts'
import { type ListPage, readAfter, readListPage } from '../../../http/lists/list-page.ts'
import type { Ask, Server } from '../../../http/serve.ts'
import type { Services } from '../../../services.ts'
import { recordListRead, recordStaffAct, staffOf } from '../records/staff-record-store.ts'
import * as rules from './signup-report-rules.ts'
import * as store from './signup-report-store.ts'

type ReportCall = (typeof staffReports)['signupReport' | 'signupSummary' | 'signupDownload']

export function signupReportRoutes(server: Server, services: Services): void {
  const { database, now } = services

  /**
   * Written before the response is sent. It names no user, because the report covers everyone who signed up on these
   * days.
   */
  const recordOf = (ask: Ask<ReportCall>, as: 'list' | 'summary' | 'download') => ({
    ...staffOf(ask, now()),
    act: 'looked-up.signup-report' as const,
    after: { ...rules.utcDays(ask.query), as },
  })

  /**
   * Yields pages, each read after the previous one has been consumed, so that a slow reader holds neither memory nor a
   * transaction. The first page is read immediately, so that a database error is still a 503 and not a truncated
   * response.
   */
  async function readPages(
    span: store.Span,
    after?: store.SignupKey,
  ): Promise<AsyncGenerator<store.SignupRow[]>> {
    const read = (key?: store.SignupKey) =>
      store.listSignups(database, span, { limit: listPageMaxSize, after: key })
    const first = await read(after)
    return (async function* () {
      let rows = first
      while (rows.length > 0) {
        yield rows
        const last = rows.at(-1)
        rows = last && rows.length === listPageMaxSize ? await read(store.keyOfSignup(last)) : []
      }
    })()
  }

  server.serve(staffReports.signupReport, async (ask) => {
    const { query } = ask
    const span = rules.spanOf(query)
    const list = {
      call: staffReports.signupReport,
      keyOf: store.keyOfSignup,
      findKey: (after: string) => {
        const key = parseDateKey(after)
        return key && store.findSignupKey(database, ...key)
      },
      read: ({ limit, after }: ListPage<store.SignupKey>) =>
        store.listSignups(database, span, { limit, after }),
    }
    const after = await readAfter(services, list, ask)
    await recordStaffAct(database.orm, recordOf(ask, 'list'))
    if (query.limit === undefined) return bodiesOf(await readPages(span, after))
    return bodiesOf([await readListPage(services, ask, list)])
  })

  server.serve(staffReports.signupSummary, async (ask) => {
    const span = rules.spanOf(ask.query)
    const days = rules.daysOf(span)
    await recordListRead(database.orm, recordOf(ask, 'summary'))
    const counts: Awaited<ReturnType<typeof store.countSignups>> = []
    for (const part of rules.splitSpan(span)) counts.push(...(await store.countSignups(database, part)))
    return rules.summaryOf(days, counts)
  })

  server.serve(staffReports.signupDownload, async (ask) => {
    const { startDate, endDate } = rules.utcDays(ask.query)
    const span = rules.spanOf(ask.query)
    await recordStaffAct(database.orm, recordOf(ask, 'download'))
    const text = await csvOf(rules.signupColumns, await readPages(span))
    return { fileName: `signups-${startDate}-to-${endDate}.csv`, text }
  })
}

type Pages = AsyncIterable<store.SignupRow[]> | Iterable<store.SignupRow[]>

async function* bodiesOf(pages: Pages) {
  for await (const rows of pages) yield* rows.map(rules.signupBody)
}
