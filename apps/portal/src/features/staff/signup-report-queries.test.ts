import { describe, expect, it } from 'vitest'
import { dayCount, reportPresets, reportProblem } from './signup-report-queries.ts'

const at = (time: string) =>
  reportPresets(new Date(time)).map(({ label, startDate, endDate }) => `${label}: ${startDate} ${endDate}`)

describe('reportPresets', () => {
  it('returns this week, last week from Monday to Sunday, and the last 30 days including today', () => {
    expect(at('2024-08-14T12:00:00Z')).toEqual([
      'This week: 2024-08-12 2024-08-14',
      'Last week: 2024-08-05 2024-08-11',
      'Last 30 days: 2024-07-16 2024-08-14',
    ])
  })

  it('starts a week on Monday and ends it on Sunday', () => {
    expect(at('2024-08-12T00:00:00Z')[0]).toBe('This week: 2024-08-12 2024-08-12')
    expect(at('2024-08-18T23:59:59Z')[0]).toBe('This week: 2024-08-12 2024-08-18')
    expect(at('2024-08-18T23:59:59Z')[1]).toBe('Last week: 2024-08-05 2024-08-11')
  })

  it('uses the UTC day even if the local day differs', () => {
    expect(at('2024-12-31T23:30:00-01:00')[0]).toBe('This week: 2024-12-30 2025-01-01')
  })
})

describe('report date range', () => {
  it('counts both the start and the end date', () => {
    expect(dayCount({ startDate: '2024-08-14', endDate: '2024-08-14' })).toBe(1)
    expect(dayCount({ startDate: '2024-01-01', endDate: '2025-12-31' })).toBe(731)
  })

  it('rejects invalid dates and an end date before the start date', () => {
    expect(reportProblem({ startDate: '2024-08-14', endDate: '2024-08-14' })).toBeUndefined()
    expect(reportProblem({ startDate: '2024-02-30', endDate: '2024-08-14' })).toBe(
      'Enter both dates as YYYY-MM-DD, such as 2024-08-14',
    )
    expect(reportProblem({ startDate: '2024-08-15', endDate: '2024-08-14' })).toBe(
      'Choose an end date on or after the start date',
    )
  })
})
