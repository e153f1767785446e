import {
  type Actor,
  type ActorKind,
  type ActorState,
  actorKinds,
  isUnused,
  type ReviewedKind,
  type ReviewInterval,
} from '@portal/contract/access-review/access-review'
import { may } from '@portal/contract/members/roles'
import { fullName } from '@portal/contract/text/full-name'
import { workspaceRights } from '@portal/contract/workspaces/workspace-rights'
import { serviceAccountOf } from '../../guard/caller.ts'
import type { ReviewedRow } from './access-review-store.ts'
import type { signOffEntries } from './access-review-table.ts'

/** The sort key of the list. */
export type ActorKey = readonly [kind: ActorKind, id: string]

/** Returns the kinds of actors that are left to list after `after`, each with the last id that was already listed. */
export function remainingKinds(after: ActorKey | undefined): { kind: ActorKind; afterId: string }[] {
  const first = after ? actorKinds.indexOf(after[0]) : 0
  return actorKinds
    .slice(first)
    .map((kind) => ({ kind, afterId: after && kind === after[0] ? after[1] : '' }))
}

function stateOf(row: ReviewedRow, now: Date): ActorState {
  if (row.disabledAt) return row.disabledReason === 'owner' ? 'paused' : 'disabled'
  if (row.isConfirmed === false) return 'unconfirmed'
  if (row.failingSince) return 'failing'
  if (row.learningUntil) return 'learning'
  return row.pausedUntil && row.pausedUntil > now ? 'paused' : 'active'
}

/** Whom a row acts for, and who created it. A service account's token doesn't act for the user who created it. */
function peopleOf(row: ReviewedRow) {
  const { kind, userId = null, email = null, creatorUserId, creatorEmail = '' } = row
  const serviceAccount = serviceAccountOf(row)
  const isOwn = serviceAccount === null
  const hasCreator = !(isOwn && kind === 'token')
  return {
    serviceAccount,
    userId: isOwn ? userId : null,
    email: isOwn ? email : null,
    createdBy: hasCreator && creatorUserId ? { userId: creatorUserId, email: creatorEmail } : null,
  }
}

/** Converts an actor to the API's format. */
export function actorBody(row: ReviewedRow<ActorKind>, now: Date): Actor {
  const { kind, id } = row
  return {
    kind,
    id,
    name: row.name ?? fullName(row) ?? row.email ?? '',
    ...peopleOf(row),
    role: row.role ?? null,
    permission: row.permission ?? null,
    state: stateOf(row, now),
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    lastUsedIp: row.lastUsedIp ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
  }
}

/** A row of the CSV file, and of the evidence. */
export type ReviewEntry = Omit<typeof signOffEntries.$inferSelect, 'id' | 'signOffId'>

/** Keeps personal data in separate columns, because it is erased with the account or the invitation that it belongs to. */
export function entryOf(row: ReviewedRow, now: Date): ReviewEntry {
  const { serviceAccount, createdBy, userId, email } = peopleOf(row)
  const isInvitation = row.kind === 'invitation'
  return {
    kind: row.kind,
    userId,
    createdByUserId: createdBy?.userId ?? null,
    invitationId: isInvitation ? row.id : null,
    name: row.name,
    personName: fullName(row),
    email,
    role: row.role ?? null,
    permission: row.permission ?? null,
    serviceAccountName: serviceAccount?.name ?? null,
    createdByEmail: createdBy?.email ?? null,
    state: isInvitation ? invitationState(row, now) : stateOf(row, now),
    createdAt: row.createdAt,
    lastUsedAt: row.lastUsedAt,
    lastUsedIp: row.lastUsedIp ?? null,
    expiresAt: row.expiresAt ?? null,
  }
}

const invitationState = ({ expiresAt }: ReviewedRow, now: Date) =>
  expiresAt && expiresAt <= now ? 'expired' : 'open'

const kindLabels: Record<ReviewedKind, string> = {
  member: 'Member',
  invitation: 'Invitation',
  serviceAccount: 'Service account',
  token: 'API token',
  trustRule: 'Trust rule',
  webhook: 'Webhook',
}

const yesIf = (is: boolean) => (is ? 'yes' : 'no')

function unusedText({ kind, createdAt, lastUsedAt }: ReviewEntry, now: Date): string | null {
  if (kind === 'invitation' || kind === 'webhook') return null
  const used = { kind, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null }
  return yesIf(isUnused(used, now))
}

/** The columns of the CSV file. New ones are appended, because scripts may read the others by their position. */
export const entryColumns = (now: Date) => ({
  Kind: ({ kind }: ReviewEntry) => kindLabels[kind],
  Name: ({ name, personName, email }: ReviewEntry) => name ?? personName ?? email,
  Email: ({ email }: ReviewEntry) => email,
  Role: ({ role }: ReviewEntry) => role,
  'Service account': ({ serviceAccountName }: ReviewEntry) => serviceAccountName,
  State: ({ state }: ReviewEntry) => state,
  Created: ({ createdAt }: ReviewEntry) => createdAt.toISOString(),
  'Last used': ({ lastUsedAt }: ReviewEntry) => lastUsedAt?.toISOString() ?? null,
  'IP address': ({ lastUsedIp }: ReviewEntry) => lastUsedIp,
  Expires: ({ expiresAt }: ReviewEntry) => expiresAt?.toISOString() ?? null,
  Permission: ({ permission }: ReviewEntry) => permission,
  'Can approve': ({ kind, role }: ReviewEntry) =>
    kind === 'member' && role ? yesIf(may(role, workspaceRights.approveChanges)) : null,
  Unused: (entry: ReviewEntry) => unusedText(entry, now),
  'Created by': ({ createdByEmail }: ReviewEntry) => createdByEmail,
})

const monthsOf: Record<ReviewInterval, number> = { quarter: 3, year: 12 }

/** When the next review is due: the same day three or twelve months later, or the last day of a shorter month. */
export function nextDueAt(since: Date, every: ReviewInterval): Date {
  const due = new Date(since)
  due.setUTCMonth(due.getUTCMonth() + monthsOf[every])
  // The day doesn't exist in that month, so the date has moved into the next one.
  if (due.getUTCDate() !== since.getUTCDate()) due.setUTCDate(0)
  return due
}
