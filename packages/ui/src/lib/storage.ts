/** Where a browser storage keeps its values. Any method may throw. */
type StorageBacking = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Key-value storage for small strings in the browser. No method throws. */
export interface BrowserStorage {
  /** Where the values are stored: the first of these that works, in this order. */
  kind: 'local' | 'session' | 'cookie' | 'memory'
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/** theme-boot.ts uses the same prefix to read the theme before the first paint. */
const prefix = 'lS_'

function write(pair: string, more = '') {
  // The newer Cookie Store API is asynchronous, and these values are read synchronously.
  Object.assign(document, { cookie: `${pair}; path=/; samesite=lax${more}` })
}

/** Keeps values in site-wide session cookies. Throws on a value that a cookie cannot hold. */
function cookieBacking(): StorageBacking {
  return {
    getItem(key) {
      const start = `${prefix}${key}=`
      const pair = document.cookie.split(/; */).find((one) => one.startsWith(start))
      return pair === undefined ? null : decodeURIComponent(pair.slice(start.length))
    },
    setItem: (key, value) => write(`${prefix}${key}=${encodeURIComponent(value)}`),
    removeItem: (key) => write(`${prefix}${key}=`, '; max-age=0'),
  }
}

function memoryBacking(): StorageBacking {
  const values = new Map<string, string>()
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  }
}

/** Returns the storage, or undefined if it is missing, forbidden or does not keep a value. */
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

function findTabBacking(): [BrowserStorage['kind'], StorageBacking] {
  const session = working(() => window.sessionStorage)
  return session ? ['session', session] : ['memory', memoryBacking()]
}

/**
 * Tries local storage, session storage, cookies and memory in that order and returns the first that works. A value over
 * the quota is kept in memory until the page closes.
 */
export const openBrowserStorage = (): BrowserStorage => open(...findBacking())

function open(kind: BrowserStorage['kind'], backing: StorageBacking): BrowserStorage {
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
        // A storage that fails to remove a value holds nothing readable.
      }
    },
  }
}

let opened: BrowserStorage | undefined

/** Returns the page's shared storage, opened on first use. */
export function browserStorage(): BrowserStorage {
  opened ??= openBrowserStorage()
  return opened
}

let openedForTab: BrowserStorage | undefined

/** Returns the storage of this tab, which no other tab reads or overwrites. In memory if there is no session storage. */
export function tabStorage(): BrowserStorage {
  openedForTab ??= open(...findTabBacking())
  return openedForTab
}
