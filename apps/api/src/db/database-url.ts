/**
 * A database URL with one or several hosts, as libpq reads it: `postgres://user@a:5432,b:5432/portal?target_session_attrs=…`.
 * The driver knows one host only, so each host gets a separate URL.
 */
import { statSync } from 'node:fs'
import pg from 'pg'
import { ConfigurationError } from '../config.ts'

/** Which servers are acceptable: any, one that accepts writes, or one that replicates from another. */
export type Role = 'any' | 'primary' | 'standby'

export interface DatabaseUrl {
  /** One URL for each host, in the given order. */
  urls: readonly [string, ...string[]]
  role: Role
}

const roles: Record<string, Role> = {
  any: 'any',
  'read-write': 'primary',
  primary: 'primary',
  'read-only': 'standby',
  standby: 'standby',
}

const invalid =
  'must be a URL such as postgres://user@host:5432/database, with special characters in the password percent-encoded, such as %2F for /'

const parts = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)([^?#]*)(?:\?(.*))?$/

/**
 * @param name the variable, for the message of an error
 * @param several the role of one among several hosts, unless the URL says it
 * @throws ConfigurationError
 */
export function parseDatabaseUrl(name: string, text: string, several: Role): DatabaseUrl {
  const refuse = (problem: string) => new ConfigurationError([`${name} ${problem}`])
  const [, start, hostList = '', path, search = ''] = parts.exec(text) ?? []
  if (start === undefined) throw refuse(invalid)
  const query = new URLSearchParams(search)
  const wanted = query.get('target_session_attrs')
  query.delete('target_session_attrs')
  const hosts = hostList.split(',')
  const role = roles[wanted ?? (hosts.length > 1 ? several : 'any')]
  if (role === undefined)
    throw refuse(`has target_session_attrs=${wanted}, but it can only be ${Object.keys(roles).join(', ')}`)
  const rest = `${path ?? ''}${query.size > 0 ? `?${query}` : ''}`
  const urls = hosts.map((host) => `${start}${host}${rest}`)
  if (hosts.length > 1 && !hosts.every((host) => URL.canParse(`postgres://${host}/`) && host !== ''))
    throw refuse('must name its hosts as a,b or a:5432,b:5432')
  for (const url of urls) {
    const problem = problemOf(url, query)
    if (problem !== undefined) throw refuse(problem)
  }
  const [first, ...others] = urls
  if (first === undefined) throw refuse('must name a host')
  return { urls: [first, ...others], role }
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

/** Parses the URL with the driver, which also reads the certificate files. The problem never contains the URL. */
function problemOf(url: string, query: URLSearchParams): string | undefined {
  try {
    new pg.Client({ connectionString: url })
    return undefined
  } catch (error) {
    // `new URL` throws a TypeError.
    if (error instanceof TypeError || error instanceof URIError) return invalid
    const { path, message } = error as NodeJS.ErrnoException
    // The error of a folder doesn't name it.
    const isNamed = (value: string) => (path ? value === path : isFolder(value))
    const [parameter] = [...query].find(([name, value]) => name.startsWith('ssl') && isNamed(value)) ?? []
    if (parameter === undefined) return `cannot be used: ${message}`
    return `names a file in ${parameter} that cannot be read: ${message}`
  }
}
