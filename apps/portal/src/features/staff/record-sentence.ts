import type { StaffRecord } from '@portal/contract/staff/records/records'
import { staffActLabels } from './staff-labels.ts'

type Facts = Record<string, unknown>

const textOf = (facts: Facts, name: string) => {
  const value = facts[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

const counted = (count: unknown, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`)

function foundNoWorkspace(after: Facts) {
  const id = textOf(after, 'text')
  return id && `Found no workspace with the ID “${id}”`
}

/** The sentence of a record whose `after` says more than the label. Undefined where the facts are missing. */
const sentences: Partial<Record<StaffRecord['act'], (after: Facts) => string | undefined>> = {
  'person.sessions-ended': ({ count }) =>
    typeof count === 'number' ? `Ended ${counted(count, 'session', 'sessions')} of a user` : undefined,
  'person.tokens-revoked': ({ count }) =>
    typeof count === 'number' ? `Revoked ${counted(count, 'token', 'tokens')} of a user` : undefined,
  'looked-up.search': (after) => {
    const text = textOf(after, 'text')
    return text && `Searched for “${text}”`
  },
  'looked-up.people-of-address': (after) => {
    const email = textOf(after, 'email')
    return email && `Looked up accounts with the email ${email}`
  },
  'looked-up.person': (after) => {
    const id = textOf(after, 'text')
    return id && `Found no user with the ID “${id}”`
  },
  'looked-up.workspace': foundNoWorkspace,
  'looked-up.workspace-owner': foundNoWorkspace,
  'looked-up.signup-report': (after) => {
    const [first, last] = [textOf(after, 'startDate'), textOf(after, 'endDate')]
    if (!first || !last) return undefined
    const days = `${first} to ${last}`
    if (after.as === 'summary') return `Viewed the signup counts for ${days}`
    return `${after.as === 'download' ? 'Downloaded' : 'Ran'} the signup report for ${days}`
  },
  'looked-up.paused-accounts': ({ pause }) =>
    pause === 'suspension' ? 'Viewed the suspended users' : 'Viewed the quarantined accounts',
  'looked-up.staff-log': (after) => {
    const text = textOf(after, 'text')
    if (text) return `Searched the staff log for “${text}”`
    return Object.keys(after).length > 0 ? 'Viewed the staff log with a filter' : undefined
  },
}

/** Describes what staff did, including what they searched for or how much they changed. */
export function recordSentence({ act, after }: Pick<StaffRecord, 'act' | 'after'>): string {
  return (after && sentences[act]?.(after)) ?? staffActLabels[act]
}
