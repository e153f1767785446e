import { CookieStorage, isSupported, MemoryStorage } from 'local-storage-fallback'

/** What the portal keeps in the browser: small strings by key. None of the methods throws. */
export interface BrowserStorage {
  /** Where the values are: the first that works of these, in this order (SPEC section 9). */
  kind: 'local' | 'session' | 'cookie' | 'memory'
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

type Backing = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

function findBacking(): [BrowserStorage['kind'], Backing] {
  if (isSupported('localStorage')) return ['local', window.localStorage]
  if (isSupported('sessionStorage')) return ['session', window.sessionStorage]
  if (isSupported('cookieStorage')) return ['cookie', new CookieStorage({ path: '/', sameSite: 'lax' })]
  return ['memory', new MemoryStorage()]
}

/**
 * Tries local storage, session storage, cookies and memory in that order (SPEC section 9) and returns the first that
 * works. A value that no longer fits (quota) is kept in memory until the page closes.
 */
export function openBrowserStorage(): BrowserStorage {
  const [kind, backing] = findBacking()
  const overflow = new Map<string, string>()
  return {
    kind,
    getItem(key) {
      const kept = overflow.get(key)
      if (kept !== undefined) return kept
      try {
        return backing.getItem(key)
      } catch {
        return null
      }
    },
    setItem(key, value) {
      overflow.delete(key)
      try {
        backing.setItem(key, value)
      } catch {
        overflow.set(key, value)
      }
    },
    removeItem(key) {
      overflow.delete(key)
      try {
        backing.removeItem(key)
      } catch {
        // Nothing was stored, or nothing can be: either way it is gone.
      }
    },
  }
}

let opened: BrowserStorage | undefined

/** The page's one storage, opened when it is first asked for. */
export function browserStorage(): BrowserStorage {
  opened ??= openBrowserStorage()
  return opened
}
