import type { Actor, ActorKind } from '@portal/contract/access-review/access-review'
import type { WorkspaceRole } from '@portal/contract/members/roles'
import { mayChangeToken } from '@portal/contract/tokens/token-rights'
import type { SearchFilter } from '@portal/ui/fields/search-filters'

const dayMs = 86_400_000
const unusedDays = 90
const expiringDays = 30

/**
 * Whether an actor was last used 90 days ago or earlier. An actor that was never used counts as unused 90 days after its
 * creation.
 */
export function isUnused({ lastUsedAt, createdAt }: Actor, now: Date): boolean {
  return now.getTime() - Date.parse(lastUsedAt ?? createdAt) >= unusedDays * dayMs
}

/** Whether an actor expires within 30 days. */
export function isExpiring({ expiresAt }: Actor, now: Date): boolean {
  return expiresAt !== null && Date.parse(expiresAt) - now.getTime() <= expiringDays * dayMs
}

/** Whether the user may pause and revoke a token. Owners and approvers, who see the list, manage all other actors. */
export function mayChange({ kind, userId }: Actor, user: { role: WorkspaceRole; userId: string }): boolean {
  if (kind !== 'token') return true
  const isOfServiceAccount = userId === null
  return mayChangeToken({ creatorUserId: userId ?? '', isOfServiceAccount }, user, 'revokeToken')
}

type ActorTest = (actor: Actor, now: Date) => boolean
const isKind =
  (kind: ActorKind): ActorTest =>
  (actor) =>
    actor.kind === kind

/** An actor must match one active filter of each group that has any. */
const filterGroups: readonly (readonly { id: string; name: string; matches: ActorTest }[])[] = [
  [
    { id: 'member', name: 'Members', matches: isKind('member') },
    { id: 'serviceAccount', name: 'Service accounts', matches: isKind('serviceAccount') },
    { id: 'token', name: 'API tokens', matches: isKind('token') },
    { id: 'trustRule', name: 'Trust rules', matches: isKind('trustRule') },
  ],
  [
    { id: 'unused', name: `Unused for ${unusedDays} days`, matches: isUnused },
    { id: 'expiring', name: `Expires within ${expiringDays} days`, matches: isExpiring },
    { id: 'inactive', name: 'Paused, disabled or learning', matches: ({ state }) => state !== 'active' },
  ],
]

/** The filters, each with the number of actors that it matches. */
export function actorFilters(actors: readonly Actor[], now: Date): SearchFilter[] {
  return filterGroups.flat().map(({ id, name, matches }) => ({
    id,
    name,
    count: actors.filter((actor) => matches(actor, now)).length,
  }))
}

/** Returns the actors that match the active filters and whose name, email or service account contains the search text. */
export function findActors(
  actors: readonly Actor[],
  { search, filterIds, now }: { search: string; filterIds: readonly string[]; now: Date },
): Actor[] {
  const text = search.trim().toLowerCase()
  const groups = filterGroups
    .map((group) => group.filter(({ id }) => filterIds.includes(id)))
    .filter((group) => group.length > 0)
  return actors.filter(
    (actor) =>
      groups.every((group) => group.some(({ matches }) => matches(actor, now))) &&
      [actor.name, actor.email, actor.serviceAccount?.name].some((part) =>
        part?.toLowerCase().includes(text),
      ),
  )
}
