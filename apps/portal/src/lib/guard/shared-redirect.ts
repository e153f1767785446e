/**
 * A new user waits in one tab and opens the link in the verification email in another. Both continue to the stored login
 * redirect. The first tab to continue shares it with the other one: docs/product/sign-in.md#route-guard.
 */
import { loginRedirectStorageKey } from '@portal/contract/limits'
import { browserStorage } from '@portal/ui/lib/storage'
import { readLoginRedirect, saveLoginRedirect } from './login-redirect.ts'

const storageKey = `${loginRedirectStorageKey}-SHARED`
/** Later, the user has probably moved on, and the path would be a surprise. */
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
