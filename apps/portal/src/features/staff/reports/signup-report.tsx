import { Button } from '@portal/ui/buttons/button'
import { formatCount } from '@portal/ui/lib/format-count'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { browserNavigation } from '../../../lib/guard/browser-navigation.ts'
import { sessionQuery } from '../../../lib/guard/session.ts'
import { ListPending } from '../../../lib/layout/list-pending.tsx'
import { ActionFailure, type Failure } from '../../../lib/request/action-failure.tsx'
import { toRequestError } from '../../../lib/request/request-error.ts'
import { AdminError } from '../admin-error.tsx'
import { PageButtons, usePager } from '../paged-list.tsx'
import { dayCount, type ReportDays, summaryMaxDays } from './report-days.ts'
import { signupDownloadUrl, signupReportQuery, signupSummaryQuery } from './report-queries.ts'
import { SignupSummaryView } from './signup-summary-view.tsx'
import { SignupTable } from './signup-table.tsx'

/**
 * Downloads the report as CSV through a browser navigation, which streams a million rows to disk. The session is checked
 * first, because the browser would show a refusal as a page.
 */
function useSignupDownload(days: ReportDays) {
  const client = useQueryClient()
  const [isPending, setIsPending] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  async function run() {
    setFailure(undefined)
    setIsPending(true)
    try {
      const user = await client.fetchQuery({ ...sessionQuery, staleTime: 0 })
      if (user) browserNavigation.go(signupDownloadUrl(days))
    } catch (error) {
      setFailure({ title: 'The report could not be downloaded', error: toRequestError(error) })
    }
    setIsPending(false)
  }
  return { isPending, failure, run }
}

/** The report for a date range: totals, a chart, the rows and a CSV download. */
export function SignupReport({ days }: { days: ReportDays }) {
  const hasSummary = dayCount(days) <= summaryMaxDays
  const summary = useQuery({ ...signupSummaryQuery(days), enabled: hasSummary })
  const report = useInfiniteQuery(signupReportQuery(days))
  const pager = usePager(report)
  const download = useSignupDownload(days)
  const total = summary.data && formatCount(summary.data.total)
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="font-medium tabular-nums">
          <span>{`${days.startDate} to ${days.endDate}`}</span>
          {total && <span className="font-normal text-content-muted">{` · ${total} total`}</span>}
        </h3>
        <Button icon="download" size="sm" isLoading={download.isPending} onPress={() => void download.run()}>
          Download CSV
        </Button>
      </div>
      <ActionFailure failure={download.failure} />
      {summary.data && <SignupSummaryView summary={summary.data} />}
      <AdminError error={summary.error} onRetry={() => void summary.refetch()} />
      {!hasSummary && (
        <p className="text-content-muted text-sm">
          Totals and the chart are available for ranges of at most {summaryMaxDays} days.
        </p>
      )}
      {report.isPending && <ListPending label="Loading the report..." />}
      <AdminError error={report.error} onRetry={() => void report.refetch()} />
      {report.data && <SignupTable rows={pager.rows} />}
      <PageButtons pager={pager} of="the signup report" total={summary.data?.total} />
    </div>
  )
}
