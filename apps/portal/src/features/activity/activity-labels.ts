import type { Activity } from '@portal/contract/activity/activity'
import { roleLabels, type WorkspaceRole } from '@portal/contract/members/roles'
import { fullName } from '../../lib/layout/full-name.ts'

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
