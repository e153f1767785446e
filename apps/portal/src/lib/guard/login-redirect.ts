/**
 * The page that the user opened before being sent to sign-in. Each tab has its own. The shared one is for a tab that has none, such
 * as one that the user opens from the verification email.
 */
import { loginRedirectStorageKey } from '@portal/contract/limits'
import { isRedirectPath } from '@portal/contract/text/text-rules'
import { browserStorage, tabStorage } from '@portal/ui/lib/storage'

/** When the shared path was stored. */
const sharedAtKey = `${loginRedirectStorageKey}-AT`
/** An abandoned sign-in must not lead to its page long afterwards. */
const lifetimeMs = 3_600_000

const isRecent = (storedAt: string | null | undefined) => Math.abs(Date.now() - Number(storedAt)) < lifetimeMs

/** Stores a path inside the portal. Ignores anything else. */
export function saveLoginRedirect(path: string): void {
  if (!isRedirectPath(path)) return
  const now = String(Date.now())
  tabStorage().setItem(loginRedirectStorageKey, `${now} ${path}`)
  browserStorage().setItem(loginRedirectStorageKey, path)
  browserStorage().setItem(sharedAtKey, now)
}

function readOwnPath(): string | undefined {
  const [, storedAt, path] = /^(\d+) (.+)$/.exec(tabStorage().getItem(loginRedirectStorageKey) ?? '') ?? []
  return isRecent(storedAt) ? path : undefined
}

/** A path without a time was stored by another program or an earlier release. */
function readSharedPath(): string | undefined {
  const storedAt = browserStorage().getItem(sharedAtKey)
  const path = browserStorage().getItem(loginRedirectStorageKey) ?? undefined
  return storedAt === null || isRecent(storedAt) ? path : undefined
}

/** Returns this tab's path, or else the shared one, if it is inside the portal and not older than an hour. */
export function readLoginRedirect(): string | undefined {
  const path = readOwnPath() ?? readSharedPath()
  return isRedirectPath(path) ? path : undefined
}

/** Returns and clears the stored path. Keeps a shared path that another tab has stored since. */
export function takeLoginRedirect(): string | undefined {
  const path = readLoginRedirect()
  const own = readOwnPath()
  tabStorage().removeItem(loginRedirectStorageKey)
  if (own === undefined || own === readSharedPath()) {
    browserStorage().removeItem(loginRedirectStorageKey)
    browserStorage().removeItem(sharedAtKey)
  }
  return path
}
