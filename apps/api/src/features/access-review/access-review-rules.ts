import {
  type Actor,
  type ActorKind,
  type ActorState,
  actorKinds,
} from '@portal/contract/access-review/access-review'
import { serviceAccountOf } from '../../guard/caller.ts'
import type { ActorRow } from './access-review-store.ts'

/** The sort key of the list. */
export type ActorKey = readonly [kind: ActorKind, id: string]

/** Returns the kinds of actors that are left to list after `after`, each with the last id that was already listed. */
export function remainingKinds(after: ActorKey | undefined): { kind: ActorKind; afterId: string }[] {
  const first = after ? actorKinds.indexOf(after[0]) : 0
  return actorKinds
    .slice(first)
    .map((kind) => ({ kind, afterId: after && kind === after[0] ? after[1] : '' }))
}

function stateOf(row: ActorRow, now: Date): ActorState {
  if (row.disabledAt) return 'disabled'
  if (row.learningUntil) return 'learning'
  return row.pausedUntil && row.pausedUntil > now ? 'paused' : 'active'
}

const fullName = ({ firstName, lastName }: ActorRow) => [firstName, lastName].filter(Boolean).join(' ')

/** Converts an actor to the API's format. */
export function actorBody(row: ActorRow, now: Date): Actor {
  const { kind, id, email = null, role = null } = row
  const serviceAccount = serviceAccountOf(row)
  // A service account's token doesn't act for the user who created it.
  const actsForUser = serviceAccount === null
  return {
    kind,
    id,
    name: row.name ?? (fullName(row) || (email ?? '')),
    userId: actsForUser ? (row.userId ?? null) : null,
    email: actsForUser ? email : null,
    role,
    permission: row.permission ?? null,
    serviceAccount,
    state: stateOf(row, now),
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    lastUsedIp: row.lastUsedIp ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
  }
}

const kindLabels: Record<ActorKind, string> = {
  member: 'Member',
  serviceAccount: 'Service account',
  token: 'API token',
  trustRule: 'Trust rule',
}

/** The columns of the CSV download. */
export const actorColumns = {
  Kind: ({ kind }: Actor) => kindLabels[kind],
  Name: ({ name }: Actor) => name,
  Email: ({ email }: Actor) => email,
  Role: ({ role }: Actor) => role,
  'Service account': ({ serviceAccount }: Actor) => serviceAccount?.name ?? null,
  State: ({ state }: Actor) => state,
  Created: ({ createdAt }: Actor) => createdAt,
  'Last used': ({ lastUsedAt }: Actor) => lastUsedAt,
  'IP address': ({ lastUsedIp }: Actor) => lastUsedIp,
  Expires: ({ expiresAt }: Actor) => expiresAt,
  Permission: ({ permission }: Actor) => permission,
}
