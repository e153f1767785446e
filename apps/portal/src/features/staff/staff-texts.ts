/** The texts of the staff pages: sign-in methods, and the entries of the staff log. */
import type { StaffAct, StaffRecord } from '@portal/contract/staff/records/records'
import { fullName } from '@portal/contract/text/full-name'

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

/** Whether the record is a look-up about a user that isn't withheld yet, by another staff member: docs/product/staff.md#records. */
export function canBeWithheld(
  { act, staff, aboutUser, withheldReason }: StaffRecord,
  ownId: string,
): boolean {
  return act.startsWith('looked-up.') && aboutUser !== null && withheldReason === null && staff?.id !== ownId
}

/** Returns the part of the sign-in id before the bar, such as `auth0`. Undefined if the user has never signed in. */
export function signInMethod(auth0Id: string | null): string | undefined {
  return auth0Id?.split('|', 1)[0] || undefined
}

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
    const filters = Object.keys(after)
    if (filters.length === 1 && after.kind === 'action') return 'Viewed the latest staff actions'
    return filters.length > 0 ? 'Viewed the staff log with a filter' : undefined
  },
}

/** Describes what staff did, including what they searched for or how much they changed. */
export function recordSentence({ act, after }: Pick<StaffRecord, 'act' | 'after'>): string {
  return (after && sentences[act]?.(after)) ?? staffActLabels[act]
}

export interface RecordChange {
  label: string
  /** Undefined if there were no earlier values, for example for a new workspace. */
  before: string | undefined
  after: string
}

const labels: Record<string, string> = {
  quarantinedAt: 'Quarantined since',
  suspendedAt: 'Suspended since',
  until: 'Ends automatically',
  deletedAt: 'Deleted',
  workspaceIds: 'Restored workspaces',
  displayName: 'Name',
  instanceUrl: 'Instance URL',
  isDefault: 'Default workspace',
}

/** Left out, because the record's sentence or its row already shows them. */
const isShownElsewhere = (act: string, name: string) =>
  name === 'reason' || name === 'automatic' || name === 'count' || act.startsWith('looked-up.')

/** Turns a name such as `planCode` into `Plan code`. */
function labelOf(name: string): string {
  const words = name.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`)
  return labels[name] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

const isTimestamp = (text: string) => /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text)

const dateAndTime = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
})

function format(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'None'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.length === 0 ? 'None' : value.map(format).join(', ')
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, inner]) => `${labelOf(name)}: ${format(inner)}`)
      .join(', ')
  const text = String(value)
  return isTimestamp(text) ? `${dateAndTime.format(new Date(text))} UTC` : text
}

/** Lists the changed values of an action with their labels. Empty for look-ups, whose sentence says everything. */
export function recordChanges({
  act,
  before,
  after,
}: Pick<StaffRecord, 'act' | 'before' | 'after'>): RecordChange[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...names].flatMap((name) => {
    if (isShownElsewhere(act, name)) return []
    const [was, is] = [format(before?.[name]), format(after?.[name])]
    if (was === is) return []
    const isNew = before === null || !(name in before)
    return [{ label: labelOf(name), before: isNew ? undefined : was, after: is }]
  })
}
