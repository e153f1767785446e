import type { StaffAct, StaffRecord } from '@portal/contract/staff'
import { fullName } from '../../lib/layout/full-name.ts'

/** What was done, as the log says it. An act that is missing does not compile. */
export const staffActLabels: Record<StaffAct, string> = {
  'person.quarantined': 'Quarantined an account',
  'person.unquarantined': 'Ended the quarantine of an account',
  'person.suspended': 'Suspended a user',
  'person.unsuspended': 'Ended the suspension of a user',
  'person.restored': 'Restored an account',
  'workspace.provisioned': 'Created a production workspace',
  'workspace.quarantined': 'Quarantined a workspace',
  'workspace.unquarantined': 'Ended the quarantine of a workspace',
  'record.withheld': 'Withheld a look-up',
  'looked-up.person': 'Looked at a person',
  'looked-up.people-of-address': 'Looked for the accounts of an address',
  'looked-up.workspace': 'Looked at a workspace',
  'looked-up.workspace-owner': 'Looked for the owner of a workspace',
  'looked-up.search': 'Searched',
  'looked-up.signup-report': 'Made a signup report',
}

/** Who of staff it was; nobody where it happened by itself. */
export function staffName({ staff }: Pick<StaffRecord, 'staff'>): string {
  if (staff === null) return 'By itself'
  return fullName(staff) ?? staff.email ?? staff.id
}

/** A look-up about a person that they are to see, and do not see yet for another reason. */
export function canBeWithheld({ act, aboutUser, withheldReason }: StaffRecord): boolean {
  return act.startsWith('looked-up.') && aboutUser !== null && withheldReason === null
}

const isMoment = (text: string) => /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text)

function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (typeof value !== 'string') return JSON.stringify(value)
  return isMoment(value) ? `${value.slice(0, 16).replace('T', ' ')} UTC` : value
}

/** What differs between before and after, a line each: `until: none → 2026-12-01 00:00 UTC`. The reason stands apart. */
export function changeLines({ before, after }: Pick<StaffRecord, 'before' | 'after'>): string[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...names].flatMap((name) => {
    const [was, is] = [shown(before?.[name]), shown(after?.[name])]
    if (was === is || name === 'reason') return []
    return [before === null ? `${name}: ${is}` : `${name}: ${was} → ${is}`]
  })
}
