import type { SignupSummary } from '@portal/contract/staff/reports/reports'
import { BarChart } from '@portal/ui/data/bar-chart'
import { formatCount } from '@portal/ui/lib/format-count'

/** The number of signups by method and by day. */
export function SignupSummaryView({ summary: { total, byMethod, byDay } }: { summary: SignupSummary }) {
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
