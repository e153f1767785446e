import type { StorageBacking } from './storage-backing.ts'

/** The theme is also read by this prefix before the first paint (theme-boot.ts). */
const prefix = 'lS_'

function write(pair: string, more = '') {
  // The cookie store of newer browsers answers later; what is kept here is read at once.
  Object.assign(document, { cookie: `${pair}; path=/; samesite=lax${more}` })
}

/** Keeps values in cookies of the whole site, until the browser closes. Throws on what is no cookie's value. */
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
