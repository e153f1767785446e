/** The page that the user opened before being sent to sign-in. */
import { loginRedirectStorageKey } from '@portal/contract/limits'
import { isRedirectPath } from '@portal/contract/text-rules'
import { browserStorage } from '@portal/ui/lib/storage'

/** Stores a path inside the portal. Ignores anything else. */
export function saveLoginRedirect(path: string): void {
  if (isRedirectPath(path)) browserStorage().setItem(loginRedirectStorageKey, path)
}

/** Returns the stored path if it is inside the portal. */
export function readLoginRedirect(): string | undefined {
  const path = browserStorage().getItem(loginRedirectStorageKey)
  return isRedirectPath(path) ? path : undefined
}

/** Returns and clears the stored path. Returns undefined if there is none or if it leads outside the portal. */
export function takeLoginRedirect(): string | undefined {
  const path = readLoginRedirect()
  browserStorage().removeItem(loginRedirectStorageKey)
  return path
}
