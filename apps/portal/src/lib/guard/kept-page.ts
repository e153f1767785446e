/**
 * A page that the user left to sign in again, with everything typed and opened on it. It stays in this tab and is restored
 * only for the same user on the same page. See docs/product/sign-in.md#fresh-sign-in.
 */
import type { InputKeeper } from '@portal/ui/lib/input-keeper'

interface KeptPage {
  userId: string
  /** The path with its search parameters. */
  path: string
  /** Unix time in milliseconds. */
  savedAt: number
  values: Record<string, unknown>
}

const storageKey = 'SI-FRESH-SIGN-IN'
/** An abandoned sign-in must not reopen a dialog long afterwards. */
const lifetimeMs = 3_600_000

function isUsable(page: Partial<KeptPage> | null, userId: string): page is KeptPage {
  return (
    page?.userId === userId &&
    typeof page.savedAt === 'number' &&
    Math.abs(Date.now() - page.savedAt) < lifetimeMs &&
    typeof page.values === 'object' &&
    page.values !== null
  )
}

/** Removes the kept page, for example at sign-out. */
export function forgetKeptPage(): void {
  try {
    sessionStorage.removeItem(storageKey)
  } catch {
    // Storage is unavailable, so nothing was stored.
  }
}

/** Returns the user's kept page. Removes that of any other user. */
function readKeptPage(userId: string): KeptPage | undefined {
  try {
    const page = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as Partial<KeptPage> | null
    if (isUsable(page, userId)) return page
  } catch {
    // Unreadable, so it is removed as well.
  }
  forgetKeptPage()
  return undefined
}

export interface PageKeeper extends InputKeeper {
  /** Stores what the user has typed and opened on the current page. */
  save: () => void
  /** Whether the current page is the one that was kept. It is then removed from the storage. */
  isReturn: () => boolean
  /** Drops the values that the page at this path has not used. */
  drop: (path: string) => void
  /** Whether the user would lose input by leaving the current page. */
  hasUnsavedInput: () => boolean
}

/** @param currentPath returns the path of the current page with its search parameters */
export function createPageKeeper(userId: string, currentPath: () => string): PageKeeper {
  const readers = new Map<string, { read: () => unknown; isUnsaved: () => boolean }>()
  let isSaved = false
  let kept = readKeptPage(userId)

  const isReturn = () => {
    if (kept?.path !== currentPath()) return false
    forgetKeptPage()
    return true
  }

  return {
    isReturn,
    restore: (key) => (isReturn() ? kept?.values[key] : undefined),
    keep(key, read, isUnsaved = () => false) {
      if (kept && isReturn()) delete kept.values[key]
      const reader = { read, isUnsaved }
      readers.set(key, reader)
      return () => {
        if (readers.get(key) === reader) readers.delete(key)
      }
    },
    hasUnsavedInput: () => !isSaved && [...readers.values()].some(({ isUnsaved }) => isUnsaved()),
    save() {
      const values = Object.fromEntries([...readers].map(([key, { read }]) => [key, read()]))
      const page: KeptPage = { userId, path: currentPath(), savedAt: Date.now(), values }
      try {
        sessionStorage.setItem(storageKey, JSON.stringify(page))
        isSaved = true
      } catch {
        // Without storage, the user has to type it again.
      }
    },
    drop(path) {
      if (kept?.path === path) kept = undefined
    },
  }
}
