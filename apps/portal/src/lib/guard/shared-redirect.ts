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

/** Shares a path that this tab continues to. */
export function shareRedirect(path: string): void {
  browserStorage().setItem(storageKey, `${Date.now()} ${path}`)
}

/** Stores the path that another tab shared, unless a path is stored already. Each path is restored once. */
export function restoreSharedRedirect(): void {
  const [, sharedAt, path] = /^(\d+) (.+)$/.exec(browserStorage().getItem(storageKey) ?? '') ?? []
  browserStorage().removeItem(storageKey)
  const ageMs = Date.now() - Number(sharedAt)
  if (path === undefined || ageMs < 0 || ageMs > sharedForMs) return
  if (readLoginRedirect() === undefined) saveLoginRedirect(path)
}
