/** The dates, totals and rows of the signup report. */
import { dayMs } from '@portal/contract/durations'
import type { Signup, SignupSummary } from '@portal/contract/staff/reports/reports'
import { utcDayOf } from '@portal/contract/text/text-rules'
import { invalid } from '../../../http/errors/refusal.ts'
import type { SignupRow, Span } from './signup-report-store.ts'

interface ReportDays {
  startDate: string
  endDate: string
}

const maxDays = 731
/**
 * The database does not accept year 0 or years with five digits in the format that the query uses. No user signs up
 * then.
 */
const latestMs = Date.UTC(9999, 11, 31)

const startOf = (day: string) => Math.min(Math.max(Date.parse(`${day}T00:00:00Z`), 0), latestMs)

/** The first and last day as `YYYY-MM-DD` in UTC. Timestamps are reduced to their UTC day. */
export function utcDays({ startDate, endDate }: ReportDays): ReportDays {
  return { startDate: utcDayOf(startDate) ?? startDate, endDate: utcDayOf(endDate) ?? endDate }
}

/**
 * The time span of whole days in UTC, including both.
 * @throws ValidationError if the last day is before the first.
 */
export function spanOf(days: ReportDays): Span {
  const { startDate, endDate } = utcDays(days)
  if (endDate < startDate) throw invalid('endDate', 'Must not be before the start date')
  return {
    from: new Date(startOf(startDate)),
    before: new Date(Math.min(startOf(endDate) + dayMs, latestMs)),
  }
}

/**
 * Every day of a summary, earliest first.
 * @throws ValidationError for more than 731 days.
 */
export function daysOf({ from, before }: Span): string[] {
  const count = Math.round((before.getTime() - from.getTime()) / dayMs)
  if (count > maxDays) throw invalid('endDate', `Must be at most ${maxDays} days after the start date`)
  return Array.from({ length: count }, (_, at) =>
    new Date(from.getTime() + at * dayMs).toISOString().slice(0, 10),
  )
}

const daysPerPart = 31

/** Splits the span into parts that one statement counts quickly, even with a million accounts. */
export function splitSpan({ from, before }: Span): Span[] {
  const parts: Span[] = []
  for (let at = from.getTime(); at < before.getTime(); at += daysPerPart * dayMs)
    parts.push({
      from: new Date(at),
      before: new Date(Math.min(at + daysPerPart * dayMs, before.getTime())),
    })
  return parts
}

interface Count {
  day: string
  signupMethod: string | null
  count: number
}

/** Sums up the counts. Methods are sorted by count, then by name. */
export function summaryOf(days: readonly string[], counts: readonly Count[]): SignupSummary {
  const byMethod = new Map<string | null, number>()
  const byDay = new Map(days.map((day) => [day, 0]))
  let total = 0
  for (const { day, signupMethod, count } of counts) {
    byMethod.set(signupMethod, (byMethod.get(signupMethod) ?? 0) + count)
    byDay.set(day, (byDay.get(day) ?? 0) + count)
    total += count
  }
  return {
    total,
    byMethod: [...byMethod]
      .map(([signupMethod, count]) => ({ signupMethod, count }))
      .sort(
        (one, other) =>
          other.count - one.count || (one.signupMethod ?? '').localeCompare(other.signupMethod ?? ''),
      ),
    byDay: [...byDay].map(([day, count]) => ({ day, count })),
  }
}

export const signupBody = ({ id: _, signupAt, ...row }: SignupRow): Signup => ({
  ...row,
  signupAt: signupAt.toISOString(),
})

/** The columns of the CSV download. */
export const signupColumns = {
  'First name': ({ firstName }: SignupRow) => firstName,
  'Last name': ({ lastName }: SignupRow) => lastName,
  Email: ({ email }: SignupRow) => email,
  'Signup method': ({ signupMethod }: SignupRow) => signupMethod,
  Discord: ({ discordUsername }: SignupRow) => discordUsername,
  GitHub: ({ githubUsername }: SignupRow) => githubUsername,
  'Signup date': ({ signupAt }: SignupRow) => signupAt.toISOString(),
}
