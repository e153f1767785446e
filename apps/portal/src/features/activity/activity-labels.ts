import type { Activity, ActivityAct } from '@portal/contract/activity'
import { roleLabels, type WorkspaceRole } from '@portal/contract/permissions'
import { fullName } from '../../lib/layout/full-name.ts'

/** What was done, as the log says it. An act that is missing does not compile. */
export const actLabels: Record<ActivityAct, string> = {
  'workspace.created': 'Created the workspace',
  'workspace.updated': 'Changed the workspace',
  'workspace.deleted': 'Deleted the workspace',
  'workspace.restored': 'Restored the workspace',
  'workspace.quarantined': 'Quarantined the workspace',
  'workspace.unquarantined': 'Ended the quarantine',
  'workspace.approvals-enabled': 'Enabled approvals',
  'workspace.approvals-disabled': 'Disabled approvals',
  'member.invited': 'Invited somebody',
  'member.invitation-resent': 'Sent an invitation again',
  'member.invitation-withdrawn': 'Withdrew an invitation',
  'member.joined': 'Joined',
  'member.declined': 'Declined an invitation',
  'member.role-changed': 'Changed a role',
  'member.removed': 'Removed a member',
  'member.left': 'Left',
  'ownership.offered': 'Offered the ownership',
  'ownership.offer-withdrawn': 'Withdrew an offer of ownership',
  'ownership.accepted': 'Accepted the ownership',
  'ownership.declined': 'Declined the ownership',
  'token.created': 'Made an API token',
  'token.renamed': 'Renamed an API token',
  'token.revoked': 'Revoked an API token',
}

/** Who did it: name, else address; nobody where the product did it by itself, or the account is gone. */
export function actorName({ actor }: Pick<Activity, 'actor'>): string {
  return fullName(actor) ?? actor.email ?? 'Nobody in particular'
}

const isRole = (word: string): word is WorkspaceRole => Object.hasOwn(roleLabels, word)

/** What it was done to, with roles in people's words. */
export function subjectText({ act, subject }: Pick<Activity, 'act' | 'subject'>): string | undefined {
  if (subject === null) return undefined
  if (!act.startsWith('member.')) return subject
  return subject.replace(/\b[A-Z]+(?= → |$)/g, (word) => (isRole(word) ? roleLabels[word] : word))
}
