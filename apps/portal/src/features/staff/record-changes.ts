import type { StaffRecord } from '@portal/contract/staff/records/records'

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
