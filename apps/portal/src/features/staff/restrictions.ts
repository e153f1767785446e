/** Quarantines and suspensions: docs/product/staff.md#quarantine-and-suspension. */
import { staffPauses } from '@portal/contract/staff/pauses/pauses'
import type { UserRecord } from '@portal/contract/staff/staff-calls'
import { isDay } from '@portal/contract/text/text-rules'
import { serverNow } from '@portal/ui/lib/server-clock'
import { rowsPerPage } from '../../lib/layout/rows-per-page.ts'
import { apiPages } from '../../lib/request/api-query.ts'

/** Each kind restricts the user to a notice page. An account can have both at the same time. */
export type RestrictionKind = 'quarantine' | 'suspension'

/** A current or previous quarantine or suspension. */
export interface Restriction {
  since: string
  until: string | null
  reason: string | null
  /** Null if a billing rule set it, or if the author is no longer known. */
  byEmail: string | null
}

/** A change made by staff, who set or end a restriction. */
export interface RestrictionChange {
  isRestricted: boolean
  reason: string | null
  until: string | null
  /** Whether the start of an account's restriction keeps the open invitations that the user sent. */
  keepsInvitations?: boolean
}

/** A quarantined or suspended account. */
interface RestrictedAccount extends Restriction {
  userId: string
  email: string
}

const list = { input: { query: {} }, pageSize: rowsPerPage }
const accounts = { ...list, cursorOf: ({ since, userId }: RestrictedAccount) => `${since},${userId}` }

const quarantinedAccountsQuery = apiPages({
  ...accounts,
  call: staffPauses.listQuarantinedUsers,
  toRows: (users) => users.map(({ quarantinedAt, ...user }) => ({ ...user, since: quarantinedAt })),
})

const suspendedAccountsQuery = apiPages({
  ...accounts,
  call: staffPauses.listSuspendedUsers,
  toRows: (users) => users.map(({ suspendedAt, ...user }) => ({ ...user, since: suspendedAt })),
})

/** Pages of the quarantined or the suspended accounts, most recent first. */
export const restrictedAccountsQuery = (kind: RestrictionKind) =>
  kind === 'quarantine' ? quarantinedAccountsQuery : suspendedAccountsQuery

export const quarantinedWorkspacesQuery = apiPages({
  ...list,
  call: staffPauses.listQuarantinedWorkspaces,
  toRows: (workspaces) => workspaces,
  cursorOf: ({ quarantinedAt, id }) => `${quarantinedAt},${id}`,
})

/** When the account was quarantined or suspended. Null if it isn't. */
export function restrictedSince(
  user: Pick<UserRecord, 'quarantinedAt' | 'suspendedAt'>,
  kind: RestrictionKind,
) {
  return kind === 'quarantine' ? user.quarantinedAt : user.suspendedAt
}

/** Allows for clock skew and request latency. */
const justNowMs = 60_000

/**
 * Returns the change that undoes the last one, or undefined if the previous state is uncertain. `before` is the previous
 * restriction: null for none, undefined if unknown. If it is unknown, only a restriction that has just begun can be undone safely.
 */
export function undoOf(
  before: Restriction | null | undefined,
  since: string | null,
  now: Date,
): RestrictionChange | undefined {
  if (before) {
    // The API refuses an end in the past.
    const until = before.until && new Date(before.until) > now ? before.until : null
    return { isRestricted: true, reason: before.reason, until }
  }
  if (since === null) return undefined
  const hasJustBegun = now.getTime() - Date.parse(since) < justNowMs
  return before === null || hasJustBegun ? { isRestricted: false, reason: null, until: null } : undefined
}

/** The last millisecond of a day in UTC, in the API's format. */
export function endOfDay(day: string): string {
  return `${day}T23:59:59.999Z`
}

/** Today in UTC. */
export function utcToday(now = serverNow()): string {
  return now.toISOString().slice(0, 10)
}

/** Whether `day` is a valid last day. Null means that the restriction has no end. */
export function isLastDay(day: string | null, today = utcToday()): boolean {
  return day === null || (isDay(day) && day >= today)
}
