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

/** A duration in the largest unit that it is a whole number of, for example `2 years`. */
export function durationInWords(durationMs: number): string {
  const [name, unitMs] = units.find(([, unit]) => durationMs % unit === 0) ?? ['millisecond', 1]
  const count = durationMs / unitMs
  return `${count} ${name}${count === 1 ? '' : 's'}`
}

/**
 * The life of a new token in milliseconds (SPEC section 5, "Time string"; RULES section 7).
 * @throws ValidationError when it is no time string above zero, or longer than `maxMs`.
 */
export function tokenLifetimeMs(expiration: string, maxMs: number): number {
  const lifetimeMs = parseTimeString(expiration)
  // A life below a millisecond would be none.
  if (lifetimeMs === undefined || lifetimeMs < 1) throw invalid('expiration', messages.timeString)
  if (lifetimeMs > maxMs)
    throw invalid('expiration', `A token can live for at most ${durationInWords(maxMs)}.`)
  return lifetimeMs
}

/** Its creator may, and whoever has the right to anybody's. Throws `NotAllowed` with the roles that have it. */
export function checkMayChange(
  token: { creatorUserId: string },
  who: { userId: string; role: WorkspaceRole },
  act: Extract<WorkspaceAct, 'renameToken' | 'revokeToken'>,
): void {
  if (token.creatorUserId === who.userId || may(who.role, act)) return
  throw new Refusal('NotAllowed', 'Only its creator or an owner may change this token.', {
    roles: permissions[act],
  })
}
