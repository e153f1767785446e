import { hostname } from 'node:os'
import process from 'node:process'
import packageJson from '../../package.json' with { type: 'json' }

export const { version } = packageJson

/** Names this computer, so that users recognize the session in their list. */
export function userAgent(host = hostname(), platform: string = process.platform): string {
  // A header can't contain other characters.
  return `portal/${version} (${host.replace(/[^\x21-\x7e]|[();]/g, '?').slice(0, 100)}; ${platform})`
}
