/** Settings from the environment. See docs/product/command-line.md#settings. */
import { homedir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { UsageError } from './errors.ts'

const defaultApiUrl = 'http://localhost:9001'
const loopbackHosts = ['localhost', '127.0.0.1', '[::1]']

export interface Config {
  /** The API that `PORTAL_API_URL` names. Without it, the one that the user signed in to. */
  givenApiUrl: string | undefined
  defaultApiUrl: string
  /** A token that replaces the session of `portal login`. */
  token: string | undefined
  credentialsFile: string
  /** Whether the user would see a browser that is opened here. */
  hasBrowser: boolean
}

type Environment = Readonly<Record<string, string | undefined>>

/** Returns the origin. Tokens are only sent over TLS, or to the same computer. */
export function parseApiUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.pathname !== '/' || url.search || url.hash)
    throw new UsageError(
      'PORTAL_API_URL must be the address of the API, such as https://api.example.com, without a path.',
    )
  if (url.username || url.password)
    throw new UsageError('PORTAL_API_URL must not contain a username or a password.')
  if (url.protocol === 'http:' && !loopbackHosts.includes(url.hostname))
    throw new UsageError('PORTAL_API_URL must start with https://, because requests contain your token.')
  return url.origin
}

export function readConfig(env: Environment = process.env, platform: string = process.platform): Config {
  const folder = env.XDG_CONFIG_HOME || join(homedir(), '.config')
  const isRemote = Boolean(env.SSH_CONNECTION || env.SSH_TTY)
  const hasDisplay = platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY)
  return {
    givenApiUrl: env.PORTAL_API_URL ? parseApiUrl(env.PORTAL_API_URL) : undefined,
    defaultApiUrl,
    token: env.PORTAL_TOKEN || undefined,
    credentialsFile: join(folder, 'portal', 'credentials.json'),
    hasBrowser: hasDisplay && !isRemote,
  }
}
