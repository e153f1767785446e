import { component, date, text } from '../../field-text.ts'
import { texts } from '../../texts.ts'
import { signupSchema, signupSummarySchema, type staffReports } from './reports.ts'

const day = '^\\d{4}-\\d{2}-\\d{2}(T.+)?$'

export const staffReportsTexts = texts<typeof staffReports>({
  fields: {
    startDate: text('The first day in UTC, as `YYYY-MM-DD`. For a timestamp, its day is used.', '2026-11-01', {
      pattern: day,
    }),
    endDate: text('The last day in UTC, as `YYYY-MM-DD`. For a timestamp, its day is used.', '2026-11-30', {
      pattern: day,
    }),
    signupMethod: text('The identity provider. Null if it is unknown.', 'github'),
    byMethod: text('The signups for each identity provider.'),
    byDay: text('The signups on each day, earliest first. At most 731 days.'),
    day: text('The day in UTC.', '2026-11-02', { format: 'date' }),
  },
  components: [
    component(signupSchema, 'Signup', 'A new account.', { signupAt: date('When the user signed up.') }),
    component(signupSummarySchema, 'SignupSummary', 'The number of signups.', {
      total: text('The number of signups.', 42, { type: 'integer' }),
    }),
  ],
})
