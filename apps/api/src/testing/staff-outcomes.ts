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
  'people.setQuarantine': staffWrite('409 Conflict'),
  'people.setSuspension': staffWrite('409 Conflict'),
  'people.endSessions': staffWrite('409 Conflict'),
  'people.revokeTokens': staffWrite('409 Conflict'),
  'people.restore': staffWrite('404 NotFound'),
  'people.listByEmail': staffRead(ok),
  'people.listQuarantined': staffRead(ok),
  'people.listSuspended': staffRead(ok),
  'people.signupReport': staffRead(ok),
  'people.signupSummary': staffRead(ok),
  'people.signupDownload': staffRead(ok),
  'staff.search': staffRead(ok),
  'staff.readPerson': staffRead(ok),
  'staff.readWorkspace': staffRead(ok),
  'staff.listRecords': staffRead(ok),
  'staff.withhold': staffWrite('404 NotFound'),
  'staff.listAccess': ownAccount(ok),
  'workspaces.setQuarantine': staffWrite(ok),
  'workspaces.listQuarantined': staffRead(ok),
  'workspaces.adminLookup': staffRead(ok),
  'workspaces.setupProduction': staffWrite('404 NotFound'),
  'workspaces.setupProductionByUserId': staffWrite('404 NotFound'),
}
