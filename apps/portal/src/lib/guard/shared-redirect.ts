/**
 * A new user waits in one tab and opens the link in the verification email in another. The waiting tab remembers the login
 * redirect. If it continues first, it shares the path with the tab that opened the link: docs/product/sign-in.md#route-guard.
 */
import { loginRedirectStorageKey } from '@portal/contract/limits'
import { browserStorage } from '@portal/ui/lib/storage'
import { readLoginRedirect, saveLoginRedirect } from './login-redirect.ts'

const storageKey = `${loginRedirectStorageKey}-SHARED`
/** After this, the user has probably moved on and would not expect the redirect. */
const sharedForMs = 10 * 60_000

/** Shares a path that this tab continues to, with other tabs of the same user. */
export function shareRedirect(userId: string, path: string): void {
  browserStorage().setItem(storageKey, `${userId} ${Date.now()} ${path}`)
}

/** Removes the shared path, because the user signs out. */
export function forgetSharedRedirect(): void {
  browserStorage().removeItem(storageKey)
}

/** Stores the path that another tab of the user shared, unless a path is stored already. Each path is restored once. */
export function restoreSharedRedirect(userId: string): void {
  const shared = browserStorage().getItem(storageKey) ?? ''
  forgetSharedRedirect()
  const [, owner, sharedAt, path] = /^(\S+) (\d+) (.+)$/.exec(shared) ?? []
  const ageMs = Date.now() - Number(sharedAt)
  if (path === undefined || owner !== userId || ageMs < 0 || ageMs > sharedForMs) return
  if (readLoginRedirect() === undefined) saveLoginRedirect(path)
}
