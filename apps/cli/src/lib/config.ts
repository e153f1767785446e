/** Settings from the environment. See docs/product/command-line.md#settings. */
import { homedir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { parseAddress } from '@portal/client/address'
import { UsageError } from './errors.ts'

const defaultApiUrl = 'http://localhost:9001'

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

/** Returns the origin. Throws a `UsageError` for an address to which no token may be sent. */
export function parseApiUrl(text: string): string {
  try {
    return parseAddress(text, 'PORTAL_API_URL')
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
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

/** The folder of compiled modules. */
export const moduleCacheFolder = (env: Environment = process.env): string =>
  join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'portal')
