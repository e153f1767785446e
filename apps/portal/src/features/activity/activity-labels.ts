import type { Activity, ActivityAct } from '@portal/contract/activity/activity'
import { roleLabels, type WorkspaceRole } from '@portal/contract/members/roles'
import { fullName } from '../../lib/layout/full-name.ts'

/** The label of each event. The type makes a missing label a compile error. */
export const actLabels: Record<ActivityAct, string> = {
  'workspace.created': 'Created the workspace',
  'workspace.updated': 'Changed the workspace',
  'workspace.deleted': 'Deleted the workspace',
  'workspace.restored': 'Restored the workspace',
  'workspace.quarantined': 'Quarantined the workspace',
  'workspace.unquarantined': 'Unquarantined the workspace',
  'workspace.approvals-enabled': 'Enabled approvals',
  'workspace.approvals-disabled': 'Disabled approvals',
  'member.invited': 'Invited a member',
  'member.invitation-resent': 'Resent an invitation',
  'member.invitation-withdrawn': 'Withdrew an invitation',
  'member.joined': 'Joined the workspace',
  'member.declined': 'Declined an invitation',
  'member.role-changed': "Changed a member's role",
  'member.removed': 'Removed a member',
  'member.left': 'Left the workspace',
  'ownership.offered': 'Offered ownership',
  'ownership.offer-withdrawn': 'Withdrew an ownership offer',
  'ownership.accepted': 'Accepted ownership',
  'ownership.declined': 'Declined ownership',
  'token.created': 'Created an API token',
  'token.renamed': 'Renamed an API token',
  'token.revoked': 'Revoked an API token',
  'token.rotated': 'Rotated an API token',
  'token.retired': "Retired an API token's old secret",
  'token.paused': 'Paused an API token',
  'token.resumed': 'Resumed an API token',
  'token.moved': 'Moved an API token to a service account',
  'service-account.created': 'Created a service account',
  'service-account.updated': 'Changed a service account',
  'service-account.disabled': 'Disabled a service account',
  'service-account.enabled': 'Enabled a service account',
  'service-account.deleted': 'Deleted a service account',
  'trust-rule.created': 'Added a trust rule',
  'trust-rule.deleted': 'Deleted a trust rule',
  'trust-rule.used': 'Received a token through a trust rule',
}

/** Returns the name or email of the actor. Both are missing for automatic events and deleted accounts. */
export function actorName({ actor }: Pick<Activity, 'actor'>): string {
  const name = actor.serviceAccount?.name ?? fullName(actor) ?? actor.email ?? 'System or deleted user'
  return actor.tokenName === null ? name : `${name}, with the API token ${actor.tokenName}`
}

const isRole = (word: string): word is WorkspaceRole => Object.hasOwn(roleLabels, word)

/** Returns the subject of the event, with role codes replaced by their labels. */
export function subjectText({ act, subject }: Pick<Activity, 'act' | 'subject'>): string | undefined {
  if (subject === null) return undefined
  if (!act.startsWith('member.')) return subject
  return subject.replace(/\b[A-Z]+(?= → |$)/g, (word) => (isRole(word) ? roleLabels[word] : word))
}
