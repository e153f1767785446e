import { component, queryTexts, text } from '../../field-text.ts'
import { texts } from '../../texts.ts'
import { staffAccessSchema, staffRecordSchema, staffRecords } from './records.ts'

export const staffRecordsTexts = texts<typeof staffRecords>({
  fields: {
    staff: text('The staff member. Null for automatic actions, such as the end of a pause.'),
    staffUserId: text('Only records of this staff member.', '01JBW6Q7F2G8H4J0K6M1N7P3Q9'),
    aboutUser: text('The user that the record is about. Null if it is about no user.'),
    aboutUserId: text('Only records about this user.', '01JBW5Z8GQ4T7R0M3E6K9N2P5S'),
    aboutWorkspace: text('The workspace that the record is about. Null if it is about no workspace.'),
    aboutWorkspaceId: text('Only records about this workspace.', '01JBW5ZX6T0N5C8D1F4G7H9J2K'),
    before: text('The changed values before the action. Null if nothing changed.', { suspendedAt: null }),
    recordId: text('The id of the record.', '01JBW6T0V5W1X7Y3Z9A4B0C6D2'),
    withheldReason: text('Why the look-up is hidden from the user. Null if it is not hidden.', 'An investigation is in progress.'),
  },
  components: [
    component(staffRecordSchema, 'StaffRecord', 'An action or a look-up by staff.', {
      act: text('What was done. `looked-up.` marks a look-up.', 'person.suspended'),
      after: text('The changed values after the action. Null if nothing changed.', {
        suspendedAt: '2026-11-02T09:30:00.000Z',
      }),
      reason: text('The reason. Null if none was given.', 'The last invoice is unpaid.'),
    }),
    component(staffAccessSchema, 'StaffAccess', 'What staff did or looked up, as the user sees it.', {
      act: text('What was done. `looked-up.` marks a look-up.', 'looked-up.person'),
      reason: text('The reason. Null if none was given.', 'You asked support for help.'),
    }),
    queryTexts(staffRecords.list.query, {
      act: text('Only records of this action or look-up.', 'person.suspended'),
      kind: text('Only actions, without look-ups.', 'action'),
      search: text('Only records whose staff member or user has an email address that starts with this text.', 'ada@'),
    }),
    component(staffRecords.withhold.body, 'WithholdingReason', 'Why a look-up is hidden.', {
      reason: text('Why the look-up is hidden. Only staff see it.', 'An investigation is in progress.'),
    }),
  ],
})
