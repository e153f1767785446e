import type { StaffAct } from '@portal/contract/staff/records'

/** The labels of staff actions, as shown to the affected user. The type makes a missing label a compile error. */
export const staffAccessLabels: Record<StaffAct, string> = {
  'person.quarantined': 'Your account was quarantined',
  'person.unquarantined': 'The quarantine on your account was lifted',
  'person.suspended': 'Your account was paused',
  'person.unsuspended': 'The pause on your account was lifted',
  'person.restored': 'Your account was restored',
  'person.sessions-ended': 'Your sessions were ended',
  'person.tokens-revoked': 'Your API tokens were revoked',
  'workspace.provisioned': 'A production workspace was created for you',
  'workspace.quarantined': 'One of your workspaces was quarantined',
  'workspace.unquarantined': 'The quarantine on one of your workspaces was lifted',
  'record.withheld': 'A visit to your account was withheld from this list',
  'looked-up.person': 'Your account was viewed',
  'looked-up.people-of-address': 'Your account was looked up by its email address',
  'looked-up.workspace': 'One of your workspaces was viewed',
  'looked-up.workspace-owner': 'You were looked up as the owner of a workspace',
  'looked-up.search': 'Your account appeared in a search',
  'looked-up.signup-report': 'Your account was included in a signup report',
  'looked-up.paused-accounts': 'Your account was shown in a list of paused accounts',
  'looked-up.quarantined-workspaces': 'One of your workspaces was shown in a list of quarantined workspaces',
  'looked-up.staff-log': 'Your account was shown in the staff log',
}
