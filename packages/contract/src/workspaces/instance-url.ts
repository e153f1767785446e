/** Where a workspace runs, and which instance URLs are allowed. See docs/product/workspaces.md#type-and-address. */
import { instanceUrlMaxLength } from '../limits.ts'
import { messages } from '../messages.ts'
import { isTooLong } from '../text/text-rules.ts'

declare const URL: new (
  text: string,
) => { protocol: string; hostname: string; origin: string; pathname: string }

export type InstanceEnvType = 'SI' | 'PRIVATE' | 'LOCAL'

/** The two instance URLs that every deployment has configured. */
export interface KnownInstances {
  managedInstanceUrl: string
  localInstanceUrl: string
}

const remoteUrlPattern =
  /^https?:\/\/(?:\[[0-9a-f:.]+\]|[\p{L}\p{N}](?:[\p{L}\p{N}.-]*))(?::\d{1,5})?(?:\/[^\s?#\\@\p{Cc}\p{Cf}\p{Cs}]*)?$/iu

function parse(text: string) {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

/** Whether a host is a loopback address, in any spelling that browsers accept. */
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

/** Matches `app.systeminit` as whole labels, with any labels before and after it. */
const managedHostPattern = /(?:^|\.)app\.systeminit(?:\.|$)/

function isManagedHost(hostname: string, managedInstanceUrl: string): boolean {
  const managed = parse(managedInstanceUrl)?.hostname
  const host = hostname.toLowerCase().replace(/\.$/, '')
  if (managedHostPattern.test(host)) return true
  return (
    managed !== undefined && !isLoopbackHost(managed) && (host === managed || host.endsWith(`.${managed}`))
  )
}

/** The type of an accepted instance URL. The server derives it. Clients never send it. */
export function envTypeOf(instanceUrl: string, known: KnownInstances): InstanceEnvType {
  const origin = parse(instanceUrl)?.origin
  if (origin === parse(known.managedInstanceUrl)?.origin) return 'SI'
  if (origin === parse(known.localInstanceUrl)?.origin) return 'LOCAL'
  return 'PRIVATE'
}

/** The form's message if a URL is not allowed for a Remote URL workspace, or undefined if it is allowed. */
export function remoteUrlProblem(instanceUrl: string, known: KnownInstances): string | undefined {
  if (isTooLong(instanceUrl, instanceUrlMaxLength)) return messages.tooLong(instanceUrlMaxLength)
  const url = parse(instanceUrl)
  if (!url || !remoteUrlPattern.test(instanceUrl)) return messages.url
  if (isManagedHost(url.hostname, known.managedInstanceUrl)) return messages.managedRemoteUrl
  if (isLoopbackHost(url.hostname)) return messages.localRemoteUrl
  return undefined
}

/** The form's message if a URL is not allowed as an instance URL. The two configured URLs are always allowed. */
export function instanceUrlProblem(instanceUrl: string, known: KnownInstances): string | undefined {
  const trimmed = instanceUrl.replace(/\/$/, '')
  if (trimmed === known.managedInstanceUrl || trimmed === known.localInstanceUrl) return undefined
  return remoteUrlProblem(instanceUrl, known)
}
