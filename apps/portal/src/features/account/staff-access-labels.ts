import type { StaffAct } from '@portal/contract/staff'

/** What staff did or looked at, as the person it is about reads it. An act that is missing does not compile. */
export const staffAccessLabels: Record<StaffAct, string> = {
  'person.quarantined': 'Your account was quarantined',
  'person.unquarantined': 'The quarantine of your account was ended',
  'person.suspended': 'Your account was paused',
  'person.unsuspended': 'The pause of your account was ended',
  'person.restored': 'Your account was restored',
  'workspace.provisioned': 'A production workspace was created for you',
  'workspace.quarantined': 'A workspace of yours was quarantined',
  'workspace.unquarantined': 'The quarantine of a workspace of yours was ended',
  'record.withheld': 'A look at your account was withheld from this list',
  'looked-up.person': 'Your account was looked at',
  'looked-up.people-of-address': 'Your account was looked up by its email address',
  'looked-up.workspace': 'A workspace of yours was looked at',
  'looked-up.workspace-owner': 'You were looked up as the owner of a workspace',
  'looked-up.search': 'A search found your account',
  'looked-up.signup-report': 'Your account was part of a signup report',
}
