/** Settings from the environment. See docs/product/command-line.md#settings. */
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import process from 'node:process'
import { parseAddress } from '@portal/client/address'
import { CommandError, UsageError } from './errors.ts'

const defaultApiUrl = 'http://localhost:9001'

export interface Config {
  /** The API that `PORTAL_API_URL` names. Without it, the one that the user signed in to. */
  givenApiUrl: string | undefined
  defaultApiUrl: string
  /** A token that replaces the session of `portal login`. */
  token: string | undefined
  /** Undefined if the user has no home folder, as in some containers. */
  credentialsFile: string | undefined
  httpsProxy: string | undefined
  /** The hosts that are reached without the proxy. */
  noProxy: string
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

/** A user without an entry in the system's list has no home folder, and `homedir` then throws. */
function findHome(): string | undefined {
  try {
    return homedir()
  } catch {
    return undefined
  }
}

/** Refuses a token that no header can contain. The error of `fetch` would quote it. */
function parseToken(given = ''): string | undefined {
  const token = given.trim()
  if (/[^\x21-\x7e]/.test(token))
    throw new UsageError(
      'PORTAL_TOKEN contains a space, a line break or an invalid character. Set it to the token alone.',
    )
  return token || undefined
}

/** A relative folder is ignored, because it would be in the current folder, which can belong to another user. */
function findConfigFolder(env: Environment, home: string | undefined): string | undefined {
  const { XDG_CONFIG_HOME: given } = env
  if (given && isAbsolute(given)) return given
  return home && isAbsolute(home) ? join(home, '.config') : undefined
}

export function readConfig(
  env: Environment = process.env,
  platform: string = process.platform,
  home: string | undefined = findHome(),
): Config {
  const folder = findConfigFolder(env, home)
  const isRemote = Boolean(env.SSH_CONNECTION || env.SSH_TTY)
  const hasDisplay = platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY)
  return {
    givenApiUrl: env.PORTAL_API_URL ? parseApiUrl(env.PORTAL_API_URL) : undefined,
    defaultApiUrl,
    token: parseToken(env.PORTAL_TOKEN),
    credentialsFile: folder && join(folder, 'portal', 'credentials.json'),
    httpsProxy: env.https_proxy || env.HTTPS_PROXY || undefined,
    noProxy: env.no_proxy || env.NO_PROXY || '',
    hasBrowser: hasDisplay && !isRemote,
  }
}

/** Returns the file for the session of `portal login`. */
export function requireCredentialsFile({ credentialsFile }: Config): string {
  if (credentialsFile === undefined)
    throw new CommandError(
      'There is no home folder for the session. Set HOME or XDG_CONFIG_HOME to an absolute path, or PORTAL_TOKEN to a token.',
    )
  return credentialsFile
}
