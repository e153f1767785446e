import type { Signup, SignupSummary } from '@portal/contract/staff/reports/reports'
import { Button } from '@portal/ui/buttons/button'
import { BarChart } from '@portal/ui/data/bar-chart'
import { Pager } from '@portal/ui/data/pager'
import { Table, type TableColumn } from '@portal/ui/data/table'
import { formatCount } from '@portal/ui/lib/format-count'
import { Timestamp } from '@portal/ui/text/timestamp'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { browserNavigation } from '../../lib/guard/browser-navigation.ts'
import { sessionQuery } from '../../lib/guard/session.ts'
import { ListPending } from '../../lib/layout/list-pending.tsx'
import { Failure } from '../../lib/request/failure.tsx'
import { usePagedQuery } from './paged-list.tsx'
import {
  dayCount,
  type ReportDays,
  signupDownloadUrl,
  signupReportQuery,
  signupSummaryQuery,
  summaryMaxDays,
} from './signup-report-queries.ts'
import { LookUpError } from './staff-check.tsx'
import { OrNone } from './staff-links.tsx'

/**
 * Downloads the report as CSV through a browser navigation, which streams a million rows to disk. The session is checked
 * first, because the browser would show a refusal as a page.
 */
function useSignupDownload(days: ReportDays) {
  const client = useQueryClient()
  const [isPending, setIsPending] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  async function run() {
    setFailure(undefined)
    setIsPending(true)
    try {
      const user = await client.fetchQuery({ ...sessionQuery, staleTime: 0, retry: false })
      if (user) browserNavigation.go(signupDownloadUrl(days))
    } catch (error) {
      setFailure(error)
    }
    setIsPending(false)
  }
  return { isPending, failure, run }
}

/** The number of signups by method and by day. */
function SignupSummaryView({ summary: { total, byMethod, byDay } }: { summary: SignupSummary }) {
  if (total === 0) return null
  return (
    <div className="grid items-start gap-6 rounded-lg border border-line bg-surface-raised p-5 desktop:grid-cols-[12rem_minmax(0,1fr)]">
      <div>
        <h4 className="mb-1.5 text-content-muted text-sm">By method</h4>
        <dl aria-label="Signups by method" className="flex flex-col">
          {byMethod.map(({ signupMethod, count }) => (
            <div
              key={signupMethod ?? ''}
              className="flex items-baseline justify-between gap-3 border-line border-b py-1.5 last:border-b-0"
            >
              <dt className="min-w-0 wrap-anywhere">{signupMethod ?? 'No sign-in yet'}</dt>
              <dd className="text-right tabular-nums">
                {formatCount(count)}
                <span className="ml-1.5 text-content-muted text-sm">
                  {Math.round((count / total) * 100)}%
                </span>
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <div>
        <h4 className="mb-1.5 text-content-muted text-sm">By day</h4>
        <BarChart
          label="Signups by day"
          labelHeader="Day"
          valueHeader="Signups"
          bars={byDay.map(({ day, count }) => ({ label: day, value: count }))}
        />
      </div>
    </div>
  )
}

/** Shows the date in UTC, like the report's days. A local date could fall outside the range. */
function SignupDate({ signupAt }: Signup) {
  return <Timestamp date={signupAt} size="mini" isUtc />
}

const text = (
  header: string,
  read: (row: Signup) => string | null,
  more: Partial<TableColumn<Signup>> = {},
): TableColumn<Signup> => ({
  id: header,
  header,
  isTruncated: true,
  cell: (row) => <OrNone>{read(row)}</OrNone>,
  ...more,
})

/** Keeps all seven columns in view beside a long name. */
const narrow = { className: 'max-w-30!' }

const columns = [
  text('First name', ({ firstName }) => firstName, narrow),
  text('Last name', ({ lastName }) => lastName, narrow),
  text('Email', ({ email }) => email, { isRowHeader: true }),
  text('Signup method', ({ signupMethod }) => signupMethod),
  text('Discord', ({ discordUsername }) => discordUsername, narrow),
  text('Github', ({ githubUsername }) => githubUsername, narrow),
  text('Signup date', () => null, { isTruncated: false, cell: SignupDate }),
]

/** One page of the report, earliest signup first. */
function SignupTable({ rows }: { rows: readonly Signup[] }) {
  return (
    <Table
      label="Signups"
      rows={rows}
      // No column is unique: imported accounts share one signup time and may share an email.
      rowKey={(row) => String(rows.indexOf(row))}
      emptyState="No signups in this period."
      columns={columns}
    />
  )
}

/** The report for a date range: totals, a chart, the rows and a CSV download. */
export function SignupReport({ days }: { days: ReportDays }) {
  const hasSummary = dayCount(days) <= summaryMaxDays
  const summary = useQuery({ ...signupSummaryQuery(days), enabled: hasSummary })
  const report = useInfiniteQuery(signupReportQuery(days))
  const page = usePagedQuery(report)
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
      <Failure
        error={download.failure}
        title="The report could not be downloaded"
        className="mt-2 max-w-md"
      />
      {summary.data && <SignupSummaryView summary={summary.data} />}
      <LookUpError error={summary.error} retry={() => void summary.refetch()} />
      {!hasSummary && (
        <p className="text-content-muted text-sm">
          Totals and the chart are available for ranges of at most {summaryMaxDays} days.
        </p>
      )}
      {report.isPending && <ListPending label="Loading the report..." />}
      <LookUpError error={report.error} retry={() => void report.refetch()} />
      {report.data && <SignupTable rows={page.rows} />}
      <Pager label="the signup report" {...page.pager} total={summary.data?.total} />
    </div>
  )
}
