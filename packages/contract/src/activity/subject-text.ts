import { roleLabels, type WorkspaceRole } from '../members/roles.ts'
import type { Activity } from './activity.ts'

const isRole = (word: string): word is WorkspaceRole => Object.hasOwn(roleLabels, word)

/** Returns the subject of the event, with role codes replaced by their labels. */
export function subjectText({ act, subject }: Pick<Activity, 'act' | 'subject'>): string | undefined {
  if (subject === null) return undefined
  if (!act.startsWith('member.')) return subject
  return subject.replace(/\b[A-Z]+(?= → |$)/g, (word) => (isRole(word) ? roleLabels[word] : word))
}
