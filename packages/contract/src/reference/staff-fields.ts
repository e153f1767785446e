import { count, date, email, type FieldTexts, text } from './field-text.ts'

const day = '^\\d{4}-\\d{2}-\\d{2}(T.+)?$'

export const staffFields: FieldTexts = {
  staff: text('The staff member. Null for automatic actions, such as the end of a pause.'),
  staffUserId: text('Only records of this staff member.', '01JBW6Q7F2G8H4J0K6M1N7P3Q9'),
  aboutUser: text('The user that the record is about. Null if it is about no user.'),
  aboutUserId: text('Only records about this user.', '01JBW5Z8GQ4T7R0M3E6K9N2P5S'),
  aboutWorkspace: text('The workspace that the record is about. Null if it is about no workspace.'),
  aboutWorkspaceId: text('Only records about this workspace.', '01JBW5ZX6T0N5C8D1F4G7H9J2K'),
  before: text('The changed values before the action. Null if nothing changed.', { suspendedAt: null }),
  recordId: text('The id of the record.', '01JBW6T0V5W1X7Y3Z9A4B0C6D2'),
  reason: text('The reason. The user can read it.', 'Unusual sign-ins on 2 November.'),
  withheldReason: text(
    'Why the look-up is hidden from the user. Null if it is not hidden.',
    'An investigation is in progress.',
  ),
  byEmail: email(
    'The address of the staff member. Null if the account was paused automatically.',
    'sam@example.com',
  ),
  since: date('When the pause began.'),
  until: date('When the pause ends automatically. Null if staff must end it.', '2026-12-02T09:30:00.000Z'),
  isQuarantined: text('True to start the quarantine, false to end it.', true),
  isSuspended: text('True to start the suspension, false to end it.', true),
  revokedCount: count('The number of revoked tokens.'),
  people: text('The accounts that match, at most 20.'),
  identities: text('The ways to sign in.'),
  sessions: text('The active sessions.'),
  quarantine: text('The quarantine. Null if there is none.'),
  handedOverAt: date(
    'When the account was handed to the owner of its address. Null if it was not, or if staff can no longer undo it.',
  ),
  suspension: text('The suspension. Null if there is none.'),
  isActive: text('Whether the token works.', true),
  text: text('An id, or the start of an email address or a name. At least 2 characters.', 'ada@'),
  workspaceCount: count('The number of workspaces, including those that are not listed.'),
  userEmail: email('The email address of the future owner.'),
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
}
