/** Signing out in order to sign in as somebody else, and to come back to the same page (RULES section 6). */
import { browserStorage } from '@portal/ui/lib/storage'
import { saveLoginRedirect } from './login-redirect.ts'

const storageKey = 'SI-ACCOUNT-SWITCH'
/** Somebody who gave up on the way shall not be sent to sign-in by a later sign-out. */
const lifetimeMs = 10 * 60_000

/** Keeps the way back. The person is then to be signed out. */
export function beginAccountSwitch(path: string, now = Date.now()): void {
  saveLoginRedirect(path)
  browserStorage().setItem(storageKey, String(now))
}

/** Whether the sign-out that has just happened belongs to a switch. Asking ends it. */
export function takeAccountSwitch(now = Date.now()): boolean {
  const begunAt = browserStorage().getItem(storageKey)
  browserStorage().removeItem(storageKey)
  return begunAt !== null && Math.abs(now - Number(begunAt)) < lifetimeMs
}
