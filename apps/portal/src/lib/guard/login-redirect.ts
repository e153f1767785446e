/** Where the person was going when sign-in came between (SPEC sections 2, 4 and 9; RULES section 3). */
import { loginRedirectStorageKey } from '@portal/contract/limits'
import { isRedirectPath } from '@portal/contract/text-rules'
import { browserStorage } from '@portal/ui/lib/storage'

/** Keeps a path of our own; anything else is not kept. */
export function saveLoginRedirect(path: string): void {
  if (isRedirectPath(path)) browserStorage().setItem(loginRedirectStorageKey, path)
}

/** The kept path, if it is one of our own. */
export function readLoginRedirect(): string | undefined {
  const path = browserStorage().getItem(loginRedirectStorageKey)
  return isRedirectPath(path) ? path : undefined
}

/** The kept path, which is then forgotten; undefined when there is none, or when it leads out of the portal. */
export function takeLoginRedirect(): string | undefined {
  const path = readLoginRedirect()
  browserStorage().removeItem(loginRedirectStorageKey)
  return path
}
