/**
 * When the portal asks the identity provider by itself whether the address is verified. The API allows 20 calls per
 * 10 minutes and account that reach the provider. The tabs of a browser share 16 of them, so that a user who
 * presses the button is not refused.
 */
import { browserStorage } from '@portal/ui/lib/storage'

const storageKey = 'SI-VERIFICATION-CHECKS'
const windowMs = 10 * 60_000
const checksPerWindow = 16
const gapMs = 30_000

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

/** Whether a check may be made: `since` and the last check are at least 30 seconds ago, and the window has room. */
function isCheckDue(since: number, now = Date.now()): boolean {
  const checks = recentChecks(now)
  return checks.length < checksPerWindow && now - Math.max(since, checks.at(-1) ?? 0) >= gapMs
}

const pollMs = 5_000
const pauseAfterFailureMs = 30_000

interface VerificationWatch {
  /** Asks the API, which knows what other tabs and browsers have found out. Resolves to whether the email is verified. */
  reload: () => Promise<boolean>
  /** Asks the identity provider through the API. */
  check: () => Promise<unknown>
}

/**
 * Notices that the address was verified elsewhere. While the tab is visible it reloads the user every 5 seconds and asks
 * the identity provider every 30 seconds. Focusing the tab also asks, at most every 30 seconds. Returns a function that stops it.
 */
export function watchVerification({ reload, check }: VerificationWatch): () => void {
  const startedAt = Date.now()
  let resumesAt = 0
  let isPending = false

  async function look(since: number) {
    if (isPending || document.visibilityState === 'hidden') return
    isPending = true
    try {
      if ((await reload()) || !isCheckDue(since)) return
      recordCheck()
      await check()
    } catch {
      resumesAt = Date.now() + pauseAfterFailureMs
    } finally {
      isPending = false
    }
  }

  const onTick = () => {
    if (Date.now() >= resumesAt) void look(startedAt)
  }
  const onAttention = () => void look(0)
  const timer = setInterval(onTick, pollMs)
  window.addEventListener('focus', onAttention)
  document.addEventListener('visibilitychange', onAttention)
  return () => {
    clearInterval(timer)
    window.removeEventListener('focus', onAttention)
    document.removeEventListener('visibilitychange', onAttention)
  }
}
