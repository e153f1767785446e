import { Button } from '@portal/ui/buttons/button'
import { DateField } from '@portal/ui/fields/date-field'
import { Card } from '@portal/ui/layout/card'
import { serverNow } from '@portal/ui/lib/server-clock'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { AdminSection } from './admin-section.tsx'
import { SignupReport } from './signup-report.tsx'
import {
  type ReportDays,
  reportPresets,
  reportProblem,
  signupReportQuery,
  signupSummaryQuery,
} from './signup-report-queries.ts'
import { useStaffCheck } from './staff-check.tsx'

/** The section "Weekly signup report". Submitting does nothing until both dates are set. */
export function SignupReportSection() {
  const client = useQueryClient()
  const [start, setStart] = useState<string | null>(null)
  const [end, setEnd] = useState<string | null>(null)
  const [problem, setProblem] = useState<string>()
  const [asked, setAsked] = useState<ReportDays>()
  const { disabledReason } = useStaffCheck()

  const changed = (setDay: (day: string | null) => void) => (day: string | null) => {
    setDay(day)
    setProblem(undefined)
  }

  function run(days: ReportDays) {
    const found = reportProblem(days)
    setProblem(found)
    if (found !== undefined || disabledReason !== undefined) return
    // Requests the same days again instead of using the cached report.
    for (const query of [signupReportQuery(days), signupSummaryQuery(days)])
      void client.resetQueries({ queryKey: query.queryKey, exact: true })
    setAsked(days)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (start && end) run({ startDate: start, endDate: end })
  }

  return (
    <AdminSection
      name="report"
      intro="Lists users who signed up between two dates, both included (UTC). Each report is logged."
    >
      <Card>
        <form onSubmit={submit} autoComplete="off" noValidate className="@container flex flex-col gap-4">
          <div className="flex flex-wrap items-start gap-x-3 gap-y-4">
            <DateField
              label="Start date"
              placeholder="2024-08-14"
              value={start}
              onChange={changed(setStart)}
              className="w-44"
            />
            <DateField
              label="End date"
              placeholder="2024-08-14"
              value={end}
              onChange={changed(setEnd)}
              errorMessage={problem}
              className="w-44"
            />
            <Button
              type="submit"
              tone="accent"
              icon="chart"
              isDisabled={disabledReason !== undefined}
              disabledReason={disabledReason}
              className="mt-[26px]"
            >
              Get report
            </Button>
            <fieldset className="flex gap-1.5 @min-[50rem]:mt-[26px] @min-[50rem]:ml-auto">
              <legend className="sr-only">Preset ranges</legend>
              {reportPresets(serverNow()).map(({ label, ...days }) => (
                <Button
                  key={label}
                  variant="soft"
                  isDisabled={disabledReason !== undefined}
                  onPress={() => {
                    setStart(days.startDate)
                    setEnd(days.endDate)
                    run(days)
                  }}
                >
                  {label}
                </Button>
              ))}
            </fieldset>
          </div>
        </form>
      </Card>
      {asked && <SignupReport key={`${asked.startDate} ${asked.endDate}`} days={asked} />}
    </AdminSection>
  )
}
