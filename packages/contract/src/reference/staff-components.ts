import {
  quarantinedPersonSchema,
  quarantinedWorkspaceSchema,
  staffPauses,
  suspendedPersonSchema,
} from '../staff/pauses/pauses.ts'
import { provisionedWorkspaceSchema } from '../staff/production/production.ts'
import { staffAccessSchema, staffRecordSchema, staffRecords } from '../staff/records/records.ts'
import { signupSchema, signupSummarySchema } from '../staff/reports/reports.ts'
import {
  personReportSchema,
  searchResultSchema,
  workspaceOwnerSchema,
  workspaceReportSchema,
} from '../staff/search/search.ts'
import { reportedPerson, userRecordSchema } from '../staff/staff-calls.ts'
import { component, queryTexts } from './component.ts'
import { count, date, text } from './field-text.ts'

const kind = text('`api` for an API token, `instance` for an instance session.', 'api')
const keepsInvitations = text(
  'Whether the open invitations that the user sent stay open. Without it, the start of a pause withdraws them.',
  false,
)
const subject = text("The identity provider's id of the user.", 'github|9919')

export const staffComponents = [
  component(userRecordSchema, 'UserRecord', 'An account in a staff look-up.'),
  component(reportedPerson, 'UserReference', 'A user, as staff records refer to them.'),
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
    act: text('Only records of this kind.', 'person.suspended'),
    search: text(
      'Only records whose staff member or user has an email address that starts with this text.',
      'ada@',
    ),
  }),
  component(staffRecords.withhold.body, 'WithholdingReason', 'Why a look-up is hidden.', {
    reason: text('Why the look-up is hidden. Only staff see it.', 'An investigation is in progress.'),
  }),
  component(personReportSchema, 'UserReport', 'What staff see about an account.', {
    workspaces: text('The workspaces, at most 200.'),
    tokens: text('The active API tokens and instance sessions, at most 200.'),
    leftBehind: text('How much the user has set up for others.'),
  }),
  component(
    personReportSchema.shape.leftBehind,
    'LeftBehindCounts',
    'How much a user has set up for others in the workspaces that they belong to.',
    {
      invitations: count('The number of open invitations that the user sent.'),
      shownTokens: count("The number of service accounts' tokens with a secret that the user was shown."),
      trustRules: count('The number of trust rules that the user created.'),
    },
  ),
  component(personReportSchema.shape.tokens.def.element, 'UserReportToken', 'An active token of the user.', {
    kind,
  }),
  component(personReportSchema.shape.identities.def.element, 'UserReportIdentity', 'A way to sign in.', {
    subject,
  }),
  component(workspaceReportSchema, 'WorkspaceReport', 'What staff see about a workspace.', {
    tokens: text('The active API tokens, at most 200.'),
  }),
  component(searchResultSchema, 'SearchResult', 'The results of a search by staff, at most 20 of each kind.'),
  component(searchResultSchema.shape.tokens.def.element, 'FoundToken', 'A token that a search found.', {
    kind,
  }),
  component(workspaceOwnerSchema, 'WorkspaceOwner', 'The owner of a workspace.'),
  component(signupSchema, 'Signup', 'A new account.', { signupAt: date('When the user signed up.') }),
  component(signupSummarySchema, 'SignupSummary', 'The number of signups.', {
    total: text('The number of signups.', 42, { type: 'integer' }),
  }),
  component(quarantinedPersonSchema, 'QuarantinedUser', 'A quarantined account.'),
  component(suspendedPersonSchema, 'SuspendedUser', 'A suspended account.'),
  component(quarantinedWorkspaceSchema, 'QuarantinedWorkspace', 'A quarantined workspace.'),
  component(
    staffPauses.setUserQuarantine.body,
    'UserQuarantineRequest',
    'Starts or ends the quarantine of an account.',
    { keepsInvitations },
  ),
  component(
    staffPauses.setUserSuspension.body,
    'UserSuspensionRequest',
    'Starts or ends the suspension of an account.',
    { keepsInvitations },
  ),
  component(
    staffPauses.setWorkspaceQuarantine.body,
    'WorkspaceQuarantineRequest',
    'Starts or ends the quarantine of a workspace.',
  ),
  component(provisionedWorkspaceSchema, 'ProvisionedWorkspace', 'A workspace that staff created for a user.'),
]
