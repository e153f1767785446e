/** Where a workspace runs, and which addresses a person may give (SPEC section 5, Workspace; RULES section 6). */
import { instanceUrlMaxLength } from './limits.ts'
import { messages } from './text-rules.ts'

declare const URL: new (
  text: string,
) => { protocol: string; hostname: string; origin: string; pathname: string }

export type InstanceEnvType = 'SI' | 'PRIVATE' | 'LOCAL'

/** The two addresses that a deployment knows by itself. */
export interface KnownInstances {
  managedInstanceUrl: string
  localInstanceUrl: string
}

const remoteUrlPattern =
  /^https?:\/\/(?:\[[0-9a-f:.]+\]|[\p{L}\p{N}](?:[\p{L}\p{N}.-]*))(?::\d{1,5})?(?:\/[^\s?#\\@\p{Cc}\p{Cf}]*)?$/iu

function parse(text: string) {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

/** Any address that means "this machine", in every spelling that a browser takes. */
export function isLoopbackHost(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/\.$/, '')
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host === '0.0.0.0' ||
    /^127\.\d+\.\d+\.\d+$/.test(host) ||
    host === '[::1]' ||
    host === '[::]' ||
    /^\[::(?:ffff:)?7f[0-9a-f]{2}:[0-9a-f]{1,4}\]$/.test(host) ||
    host === '[::ffff:0:0]'
  )
}

/** "app.systeminit" as whole labels, under any domain and with any labels before it. */
const managedHostPattern = /(?:^|\.)app\.systeminit(?:\.|$)/

function isManagedHost(hostname: string, managedInstanceUrl: string): boolean {
  const managed = parse(managedInstanceUrl)?.hostname
  const host = hostname.toLowerCase().replace(/\.$/, '')
  if (managedHostPattern.test(host)) return true
  return (
    managed !== undefined && !isLoopbackHost(managed) && (host === managed || host.endsWith(`.${managed}`))
  )
}

/** The env type that an accepted instance address stands for: the server works it out, nobody sends it. */
export function envTypeOf(instanceUrl: string, known: KnownInstances): InstanceEnvType {
  const origin = parse(instanceUrl)?.origin
  if (origin === parse(known.managedInstanceUrl)?.origin) return 'SI'
  if (origin === parse(known.localInstanceUrl)?.origin) return 'LOCAL'
  return 'PRIVATE'
}

/** Why an address may not be used for a Remote URL workspace, in the form's words, or undefined when it may. */
export function remoteUrlProblem(instanceUrl: string, known: KnownInstances): string | undefined {
  if (instanceUrl.length > instanceUrlMaxLength) return messages.tooLong(instanceUrlMaxLength)
  const url = parse(instanceUrl)
  if (!url || !remoteUrlPattern.test(instanceUrl)) return messages.url
  if (isManagedHost(url.hostname, known.managedInstanceUrl)) return messages.managedRemoteUrl
  if (isLoopbackHost(url.hostname)) return messages.localRemoteUrl
  return undefined
}

/** Why an address may not be an instance at all: the two known ones pass, any other must be a fine Remote URL. */
export function instanceUrlProblem(instanceUrl: string, known: KnownInstances): string | undefined {
  const trimmed = instanceUrl.replace(/\/$/, '')
  if (trimmed === known.managedInstanceUrl || trimmed === known.localInstanceUrl) return undefined
  return remoteUrlProblem(instanceUrl, known)
}
