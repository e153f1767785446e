import type { StaffAct, StaffRecord } from '@portal/contract/staff/records/records'
import { fullName } from '../../lib/layout/full-name.ts'

/** The log's text for each action. A missing action is a compile error. */
export const staffActLabels: Record<StaffAct, string> = {
  'person.quarantined': 'Quarantined an account',
  'person.unquarantined': 'Ended the quarantine of an account',
  'person.suspended': 'Suspended a user',
  'person.unsuspended': 'Ended the suspension of a user',
  'person.restored': 'Restored an account',
  'person.sessions-ended': 'Ended the sessions of a user',
  'person.tokens-revoked': 'Revoked the tokens of a user',
  'person.join-undone': 'Gave an account back',
  'workspace.provisioned': 'Created a production workspace',
  'workspace.quarantined': 'Quarantined a workspace',
  'workspace.unquarantined': 'Ended the quarantine of a workspace',
  'record.withheld': 'Withheld a look-up',
  'looked-up.person': 'Viewed a user',
  'looked-up.people-of-address': 'Looked up accounts by email',
  'looked-up.workspace': 'Viewed a workspace',
  'looked-up.workspace-owner': 'Looked up the owner of a workspace',
  'looked-up.search': 'Searched',
  'looked-up.signup-report': 'Ran a signup report',
  'looked-up.paused-accounts': 'Viewed paused accounts',
  'looked-up.quarantined-workspaces': 'Viewed quarantined workspaces',
  'looked-up.staff-log': 'Viewed the staff log',
}

/** Returns the name of the staff member, or `Automatic` for a change made by the system. */
export function staffName({ staff }: Pick<StaffRecord, 'staff'>): string {
  if (staff === null) return 'Automatic'
  return fullName(staff) ?? staff.email ?? staff.id
}

/** Whether the record is a look-up about a user that isn't withheld yet. */
export function canBeWithheld({ act, aboutUser, withheldReason }: StaffRecord): boolean {
  return act.startsWith('looked-up.') && aboutUser !== null && withheldReason === null
}

/** Returns the part of the sign-in id before the bar, such as `auth0`. Undefined if the user has never signed in. */
export function signInMethod(auth0Id: string | null): string | undefined {
  return auth0Id?.split('|', 1)[0] || undefined
}
