/**
 * When the portal asks the identity provider by itself whether the address is verified. The API allows 20 calls per
 * 10 minutes and account that reach the provider. The tabs of a browser share 8 of them, so that two browsers stay below
 * the limit and a user who presses the button is never refused.
 */
import { browserStorage } from '@portal/ui/lib/storage'

const storageKey = 'SI-VERIFICATION-CHECKS'
const windowMs = 10 * 60_000
const checksPerWindow = 8
const shortestGapMs = 30_000
const longestGapMs = 5 * 60_000

/** The times of the checks in the last 10 minutes, oldest first. Another tab may have made them. */
function recentChecks(now: number): number[] {
  try {
    const stored: unknown = JSON.parse(browserStorage().getItem(storageKey) ?? '[]')
    if (!Array.isArray(stored)) return []
    return stored.filter((at) => typeof at === 'number' && at <= now && now - at < windowMs)
  } catch {
    return []
  }
}

/** Counts a check, also one that the user asked for. */
export function recordCheck(now = Date.now()): void {
  const checks = [...recentChecks(now), now].slice(-checksPerWindow)
  browserStorage().setItem(storageKey, JSON.stringify(checks))
}

/** How long to wait after that many checks in a row without the user's attention. */
export function gapAfter(checksInARow: number): number {
  return Math.min(shortestGapMs * 2 ** checksInARow, longestGapMs)
}

/** Whether a check may be made: `since` and the last check are that long ago, and the window has room. */
export function isCheckDue({ gapMs, since }: { gapMs: number; since: number }, now = Date.now()): boolean {
  const checks = recentChecks(now)
  return checks.length < checksPerWindow && now - Math.max(since, checks.at(-1) ?? 0) >= gapMs
}
