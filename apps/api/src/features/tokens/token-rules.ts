import { tokenLifetimeMinMs } from '@portal/contract/limits'
import type { WorkspaceAct, WorkspaceRole } from '@portal/contract/permissions'
import { may, permissions } from '@portal/contract/permissions'
import { messages } from '@portal/contract/text-rules'
import { parseTimeString } from '@portal/contract/time-string'
import { invalid, Refusal } from '../../http/refusal.ts'

const units = [
  ['year', 31_557_600_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
  ['millisecond', 1],
] as const

/** Formats a duration in the largest unit that divides it, such as `2 years`. */
export function formatDuration(durationMs: number): string {
  const [name, unitMs] = units.find(([, unit]) => durationMs % unit === 0) ?? ['millisecond', 1]
  const count = durationMs / unitMs
  return `${count} ${name}${count === 1 ? '' : 's'}`
}

/**
 * Parses the lifetime of a new token into milliseconds (docs/product/interface.md#time-strings).
 * @throws Refusal `ValidationError` when it isn't a time string, is shorter than a minute or longer than `maxMs`.
 */
export function parseTokenLifetime(expiration: string, maxMs: number): number {
  const lifetimeMs = parseTimeString(expiration)
  if (lifetimeMs === undefined || lifetimeMs < 0) throw invalid('expiration', messages.timeString)
  if (lifetimeMs < tokenLifetimeMinMs) throw invalid('expiration', messages.shortLifetime)
  if (lifetimeMs > maxMs)
    throw invalid('expiration', `Choose a lifetime of at most ${formatDuration(maxMs)}.`)
  return lifetimeMs
}

/**
 * Allows the token's creator and the members whose role allows the act on any token.
 * @throws Refusal `NotAllowed` with the roles that allow the act.
 */
export function checkMayChange(
  token: { creatorUserId: string },
  who: { userId: string; role: WorkspaceRole },
  act: Extract<WorkspaceAct, 'renameToken' | 'revokeToken'>,
): void {
  if (token.creatorUserId === who.userId || may(who.role, act)) return
  throw new Refusal('NotAllowed', "Only the token's creator or the workspace owner can change this token.", {
    roles: permissions[act],
  })
}
