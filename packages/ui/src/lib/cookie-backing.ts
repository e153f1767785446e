import type { StorageBacking } from './storage-backing.ts'

/** theme-boot.ts uses the same prefix to read the theme before the first paint. */
const prefix = 'lS_'

function write(pair: string, more = '') {
  // The newer Cookie Store API is asynchronous, and these values are read synchronously.
  Object.assign(document, { cookie: `${pair}; path=/; samesite=lax${more}` })
}

/** Keeps values in site-wide session cookies. Throws on a value that a cookie cannot hold. */
export function cookieBacking(): StorageBacking {
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
