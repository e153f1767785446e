import { cookieBacking } from './cookie-backing.ts'
import type { StorageBacking } from './storage-backing.ts'

/** What the portal keeps in the browser: small strings by key. None of the methods throws. */
export interface BrowserStorage {
  /** Where the values are: the first that works of these, in this order. */
  kind: 'local' | 'session' | 'cookie' | 'memory'
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

function memoryBacking(): StorageBacking {
  const values = new Map<string, string>()
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  }
}

/** Undefined where it is not there, forbidden, or keeps nothing. */
function working(find: () => StorageBacking): StorageBacking | undefined {
  const probe = '__test'
  try {
    const backing = find()
    backing.setItem(probe, '1')
    const hasKept = backing.getItem(probe) === '1'
    backing.removeItem(probe)
    return hasKept ? backing : undefined
  } catch {
    return undefined
  }
}

function findBacking(): [BrowserStorage['kind'], StorageBacking] {
  const local = working(() => window.localStorage)
  if (local) return ['local', local]
  const session = working(() => window.sessionStorage)
  if (session) return ['session', session]
  const cookies = working(cookieBacking)
  return cookies ? ['cookie', cookies] : ['memory', memoryBacking()]
}

/**
 * Tries local storage, session storage, cookies and memory in that order and returns the first that
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
