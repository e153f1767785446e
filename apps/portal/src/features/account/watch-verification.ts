import { isCheckDue, recordCheck } from './verification-schedule.ts'

const pollMs = 5_000
const pauseAfterFailureMs = 30_000

export interface VerificationWatch {
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
