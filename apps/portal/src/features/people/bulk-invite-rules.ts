/** Plans the invitations for a pasted list of addresses. See docs/product/invitations.md#inviting-several-people. */
import type { AccountLimitName } from '@portal/contract/account-limits'
import type { ErrorType } from '@portal/contract/errors'
import { inviteSchema, type Member } from '@portal/contract/members/members'
import type { WorkspaceRole } from '@portal/contract/members/roles'
import { normalizeEmail } from '@portal/contract/text/text-rules'
import type { RequestError } from '../../lib/request/request-error.ts'
import { roleOptions } from './member-permissions.ts'

/** What happens to one entry of the list. Only `invite` is sent. */
export type EntryPlan = 'invite' | 'member' | 'invited' | 'duplicate' | 'invalid'

export interface BulkEntry {
  /** Position in the list, which identifies the entry. */
  id: number
  /** The address, or the text that contains none. */
  email: string
  /** Undefined if the list names none for the address. */
  role: WorkspaceRole | undefined
  plan: EntryPlan
}

/** Splits a line at commas and semicolons, except inside quotes and angle brackets. */
function splitLine(line: string): string[] {
  const entries: string[] = []
  let entry = ''
  let closing = ''
  for (const character of line) {
    if (closing === '' && (character === ',' || character === ';')) {
      entries.push(entry)
      entry = ''
      continue
    }
    if (closing === '' && character === '"') closing = '"'
    else if (closing === '' && character === '<') closing = '>'
    else if (character === closing) closing = ''
    entry += character
  }
  return [...entries, entry].map((each) => each.trim()).filter((each) => each !== '')
}

/** Returns the address of `Ada Lovelace <ada@example.com>`, or the text without brackets. */
function addressOf(entry: string): string {
  const start = entry.lastIndexOf('<')
  return (start >= 0 && entry.endsWith('>') ? entry.slice(start + 1, -1) : entry).trim()
}

/** Separates an entry from the name of a role at its end, such as `ada@example.com Approver`. */
function splitRole(entry: string): { text: string; role: WorkspaceRole | undefined } {
  const word = entry.split(/\s/).at(-1) ?? ''
  const role = roleOptions.find(({ label }) => label.toLowerCase() === word.toLowerCase())?.value
  return { text: role ? entry.slice(0, -word.length).trim() : entry, role }
}

/** Returns the entries of a line with their roles. A comma may separate an address from its role, as in a CSV file. */
function entriesOf(line: string) {
  const entries: ReturnType<typeof splitRole>[] = []
  for (const entry of splitLine(line)) {
    const { text, role } = splitRole(entry)
    const previous = entries.at(-1)
    if (text === '' && previous) previous.role = role
    else entries.push({ text: text || entry, role })
  }
  return entries
}

/** Plans each entry of a pasted list. */
export function planInvitations(text: string, members: readonly Member[]): BulkEntry[] {
  const known = new Map(members.map((member) => [normalizeEmail(member.email), member.status]))
  const listed = new Set<string>()
  // Line by line, so that a role never belongs to an address in the line above.
  const entries = text.split(/[\r\n]/).flatMap(entriesOf)
  return entries.map(({ text: entry, role }, id) => {
    const address = addressOf(entry)
    if (!inviteSchema.shape.email.safeParse(address).success) {
      return { id, email: entry, role, plan: 'invalid' }
    }
    const email = normalizeEmail(address)
    const plan = planOf(email)
    listed.add(email)
    return { id, email, role, plan }
  })

  function planOf(email: string): EntryPlan {
    if (listed.has(email)) return 'duplicate'
    const status = known.get(email)
    if (status === undefined) return 'invite'
    return status === 'active' ? 'member' : 'invited'
  }
}

const refusalsOfOneAddress: readonly (string | undefined)[] = [
  'AlreadyMember',
  'ValidationError',
  'OwnerLocked',
] satisfies ErrorType[]

const limitsOfOneAddress: readonly (string | undefined)[] = [
  'mailsToAddress',
  'mailsToStranger',
] satisfies AccountLimitName[]

/** Whether an invitation failed for a reason that doesn't apply to the next address. */
export function concernsOneAddress({ code, limit }: Pick<RequestError, 'code' | 'limit'>): boolean {
  return limitsOfOneAddress.includes(limit) || refusalsOfOneAddress.includes(code)
}
