/** The rows of `expectedOutcomes` for staff calls. */
import {
  confined,
  emailNeeded,
  type Outcomes,
  ok,
  ownAccount,
  ownWrite,
  sessionOnly,
} from './outcome-groups.ts'

/** Staff act on their own account or on an unknown one. */
const staffWrite = (outcome: string): Outcomes => ({
  ...ownWrite,
  staff: outcome,
  allOthers: '403 NotStaff',
})

const staffRead = (outcome: string): Outcomes => ({
  ...sessionOnly,
  ...confined,
  ...emailNeeded,
  staff: outcome,
  allOthers: '403 NotStaff',
})

export const staffOutcomes: Record<string, Outcomes> = {
  'staffPauses.setUserQuarantine': staffWrite('409 Conflict'),
  'staffPauses.setUserSuspension': staffWrite('409 Conflict'),
  'staffAccounts.endSessions': staffWrite('409 Conflict'),
  'staffAccounts.revokeTokens': staffWrite('409 Conflict'),
  'staffAccounts.undoJoin': staffWrite('409 Conflict'),
  'staffAccounts.restore': staffWrite('404 NotFound'),
  'staffSearch.listByEmail': staffRead(ok),
  'staffPauses.listQuarantinedUsers': staffRead(ok),
  'staffPauses.listSuspendedUsers': staffRead(ok),
  'staffReports.signupReport': staffRead(ok),
  'staffReports.signupSummary': staffRead(ok),
  'staffReports.signupDownload': staffRead(ok),
  'staffSearch.search': staffRead(ok),
  'staffSearch.readPerson': staffRead(ok),
  'staffSearch.readWorkspace': staffRead(ok),
  'staffRecords.list': staffRead(ok),
  'staffRecords.withhold': staffWrite('404 NotFound'),
  'staffRecords.listAccess': ownAccount(ok),
  'staffPauses.setWorkspaceQuarantine': staffWrite(ok),
  'staffPauses.listQuarantinedWorkspaces': staffRead(ok),
  'staffSearch.readWorkspaceOwner': staffRead(ok),
  'staffProduction.setup': staffWrite('404 NotFound'),
  'staffProduction.setupByUserId': staffWrite('404 NotFound'),
}
