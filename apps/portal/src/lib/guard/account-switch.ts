/** Signs the user out to sign in with another account and return to the same page. */
import { tabStorage } from '@portal/ui/lib/storage'
import { saveLoginRedirect } from './login-redirect.ts'

const storageKey = 'SI-ACCOUNT-SWITCH'
/** Prevents a later sign-out from redirecting to sign-in if the user abandons the switch. */
const lifetimeMs = 10 * 60_000

/** Stores the return path. The caller then signs the user out. */
export function beginAccountSwitch(path: string, now = Date.now()): void {
  saveLoginRedirect(path)
  tabStorage().setItem(storageKey, String(now))
}

/** Returns whether the last sign-out was part of an account switch, and clears the stored switch. */
export function takeAccountSwitch(now = Date.now()): boolean {
  const begunAt = tabStorage().getItem(storageKey)
  tabStorage().removeItem(storageKey)
  return begunAt !== null && Math.abs(now - Number(begunAt)) < lifetimeMs
}
