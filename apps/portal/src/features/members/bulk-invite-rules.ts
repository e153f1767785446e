/** Plans the invitations for a pasted list of addresses. See docs/product/invitations.md#inviting-several-people. */
import { inviteSchema, type Member } from '@portal/contract/members'
import { normalizeEmail } from '@portal/contract/text-rules'

/** What happens to one entry of the list. Only `invite` is sent. */
export type EntryPlan = 'invite' | 'member' | 'invited' | 'duplicate' | 'invalid' | 'overLimit'

export interface BulkEntry {
  /** Position in the list, which identifies the entry. */
  id: number
  /** The address, or the text that contains none. */
  email: string
  plan: EntryPlan
}

/** Splits at commas, semicolons and line breaks, except inside quotes and angle brackets. */
function splitEntries(text: string): string[] {
  const entries: string[] = []
  let entry = ''
  let closing = ''
  for (const character of text) {
    const isLineBreak = character === '\n' || character === '\r'
    if (isLineBreak) closing = ''
    if (closing === '' && (isLineBreak || character === ',' || character === ';')) {
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

/** Plans each entry of a pasted list. `most` is the number of members and open invitations that the workspace can have. */
export function planInvitations(text: string, members: readonly Member[], most: number): BulkEntry[] {
  const known = new Map(members.map((member) => [normalizeEmail(member.email), member.status]))
  const listed = new Set<string>()
  let free = most - members.length
  return splitEntries(text).map((entry, id) => {
    const address = addressOf(entry)
    if (!inviteSchema.shape.email.safeParse(address).success) return { id, email: entry, plan: 'invalid' }
    const email = normalizeEmail(address)
    const plan = planOf(email)
    listed.add(email)
    return { id, email, plan }
  })

  function planOf(email: string): EntryPlan {
    if (listed.has(email)) return 'duplicate'
    const status = known.get(email)
    if (status !== undefined) return status === 'active' ? 'member' : 'invited'
    free -= 1
    return free < 0 ? 'overLimit' : 'invite'
  }
}
