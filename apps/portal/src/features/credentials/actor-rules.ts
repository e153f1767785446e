import {
  type Actor,
  isUnused,
  type ReviewedKind,
  unusedAfterDays,
} from '@portal/contract/access-review/access-review'
import { dayMs } from '@portal/contract/durations'
import type { Member } from '@portal/contract/members/members'
import { may, roleLabels, type WorkspaceRole } from '@portal/contract/members/roles'
import { mayChangeToken } from '@portal/contract/tokens/token-rights'
import { workspaceRights } from '@portal/contract/workspaces/workspace-rights'
import type { SearchFilter } from '@portal/ui/fields/search-filters'
import type { SelectOption } from '@portal/ui/fields/select-options'
import { formatCountOf } from '@portal/ui/lib/format-count'

/** An actor or an invitation that is open or has expired. */
export interface ReviewRow extends Omit<Actor, 'kind'> {
  kind: ReviewedKind
  /** The member or invitee as the members page knows them. Missing if they left in the meantime. */
  member?: Member | undefined
}

const invitationRow = (member: Member): ReviewRow[] =>
  member.invitation
    ? [
        {
          kind: 'invitation',
          id: member.invitation.id,
          name: member.email,
          email: member.email,
          role: member.role,
          createdAt: member.invitation.sentAt,
          expiresAt: member.invitation.expiresAt,
          userId: null,
          permission: null,
          serviceAccount: null,
          createdBy: null,
          state: 'active',
          lastUsedAt: null,
          lastUsedIp: null,
          member,
        },
      ]
    : []

/** Returns what a review covers: the members, the invitations, and then the other actors. */
export function reviewRows(actors: readonly Actor[], members: readonly Member[]): ReviewRow[] {
  const known = new Map(members.map((member) => [member.userId, member]))
  const rows = actors.map(
    (actor): ReviewRow => ({
      ...actor,
      member: actor.kind === 'member' ? known.get(actor.id) : undefined,
    }),
  )
  return [
    ...rows.filter(({ kind }) => kind === 'member'),
    ...members.flatMap(invitationRow),
    ...rows.filter(({ kind }) => kind !== 'member'),
  ]
}

const expiringDays = 30

/** Whether an API token or an invitation expires within 30 days. An expired invitation no longer does. */
export function isExpiring({ expiresAt }: ReviewRow, now: Date): boolean {
  if (expiresAt === null) return false
  const leftMs = Date.parse(expiresAt) - now.getTime()
  return leftMs > 0 && leftMs <= expiringDays * dayMs
}

/** Whether a member may approve changes in the workspace, while approvals are enabled. */
export const canApprove = ({ kind, role }: ReviewRow): boolean =>
  kind === 'member' && role !== null && may(role, workspaceRights.approveChanges)

/** Whether the user may pause and revoke a token. Owners and approvers, who see the list, manage service accounts and trust rules. */
export function mayChange(
  { kind, userId }: ReviewRow,
  user: { role: WorkspaceRole; userId: string },
): boolean {
  if (kind !== 'token') return true
  const isOfServiceAccount = userId === null
  return mayChangeToken({ creatorUserId: userId ?? '', isOfServiceAccount }, user, 'revokeToken')
}

/**
 * Returns the rows that are the person, act for them, or were created by them. Undefined means everyone. The previous release of
 * the API doesn't say who created a row.
 */
export const rowsOfPerson = (rows: readonly ReviewRow[], personId: string | undefined) =>
  personId === undefined
    ? rows
    : rows.filter(({ userId, createdBy }) => userId === personId || createdBy?.userId === personId)

/** The people that the review can be filtered to: the members, then users who left and whose creations can still act. */
export function peopleOptions(rows: readonly ReviewRow[]): SelectOption[] {
  const options = new Map<string, SelectOption>()
  for (const { kind, id, name, email } of rows)
    if (kind === 'member')
      options.set(id, { value: id, label: name, ...(email && email !== name && { description: email }) })
  for (const { createdBy } of rows)
    if (createdBy && !options.has(createdBy.userId))
      options.set(createdBy.userId, {
        value: createdBy.userId,
        label: createdBy.email || 'A deleted user',
        description: 'No longer a member',
      })
  return [...options.values()]
}

export const kindNames: Record<ReviewedKind, readonly [one: string, many: string]> = {
  member: ['member', 'members'],
  invitation: ['invitation', 'invitations'],
  serviceAccount: ['service account', 'service accounts'],
  token: ['API token', 'API tokens'],
  trustRule: ['trust rule', 'trust rules'],
  webhook: ['webhook', 'webhooks'],
}

export const listFormat = new Intl.ListFormat('en', { type: 'conjunction' })

/** Says what a person can do in the workspace: their role, the tokens that act for them, and what they created. */
export function personSummary(rows: readonly ReviewRow[], personId: string): string {
  const own = rows.find(({ kind, id }) => kind === 'member' && id === personId)
  const tokens = rows.filter(({ kind, userId }) => kind === 'token' && userId === personId).length
  const created = rows.filter(({ createdBy }) => createdBy?.userId === personId)
  const createdKinds = (['serviceAccount', 'token', 'trustRule', 'webhook'] as const).flatMap((kind) => {
    const count = created.filter((row) => row.kind === kind).length
    return count === 0 ? [] : formatCountOf(count, ...kindNames[kind])
  })
  return [
    own?.role ? `${roleLabels[own.role]}.` : 'No longer a member.',
    own && canApprove(own) && 'Can approve changes.',
    tokens > 0 && `${formatCountOf(tokens, 'API token acts', 'API tokens act')} for them.`,
    createdKinds.length > 0 && `Created ${listFormat.format(createdKinds)}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

type RowTest = (row: ReviewRow, now: Date) => boolean
const isKind =
  (kind: ReviewedKind): RowTest =>
  (row) =>
    row.kind === kind

/** A row must match one active filter of each group that has any. */
const filterGroups: readonly (readonly { id: string; name: string; matches: RowTest }[])[] = [
  [
    { id: 'member', name: 'Members', matches: isKind('member') },
    { id: 'invitation', name: 'Invitations', matches: isKind('invitation') },
    { id: 'serviceAccount', name: 'Service accounts', matches: isKind('serviceAccount') },
    { id: 'token', name: 'API tokens', matches: isKind('token') },
    { id: 'trustRule', name: 'Trust rules', matches: isKind('trustRule') },
    { id: 'webhook', name: 'Webhooks', matches: isKind('webhook') },
  ],
  [
    { id: 'unused', name: `Unused for ${unusedAfterDays} days`, matches: isUnused },
    { id: 'expiring', name: `Expires within ${expiringDays} days`, matches: isExpiring },
    { id: 'inactive', name: 'Failing or not active', matches: ({ state }) => state !== 'active' },
    { id: 'approves', name: 'Can approve changes', matches: canApprove },
  ],
]

/** The filters, each with the number of rows that it matches. */
export function actorFilters(rows: readonly ReviewRow[], now: Date): SearchFilter[] {
  return filterGroups.flat().map(({ id, name, matches }) => ({
    id,
    name,
    count: rows.filter((row) => matches(row, now)).length,
  }))
}

interface RowSearch {
  search: string
  filterIds: readonly string[]
  now: Date
}

/** Returns the rows that match the active filters and whose name, email or service account contains the search text. */
export function findActors(rows: readonly ReviewRow[], { search, filterIds, now }: RowSearch): ReviewRow[] {
  const text = search.trim().toLowerCase()
  const groups = filterGroups
    .map((group) => group.filter(({ id }) => filterIds.includes(id)))
    .filter((group) => group.length > 0)
  return rows.filter(
    (row) =>
      groups.every((group) => group.some(({ matches }) => matches(row, now))) &&
      [row.name, row.email, row.serviceAccount?.name].some((part) => part?.toLowerCase().includes(text)),
  )
}
