import { messages } from '@portal/contract/messages'
import { withAsciiHost } from '@portal/contract/text/ascii-host'
import {
  envTypeOf,
  instanceUrlProblem,
  isLoopbackHost,
  type KnownInstances,
} from '@portal/contract/workspaces/instance-url'
import type { Config } from '../../config.ts'

const knownInstances = (config: Config): KnownInstances => ({
  managedInstanceUrl: config.MANAGED_INSTANCE_URL,
  localInstanceUrl: config.LOCAL_INSTANCE_URL,
})

/** The address of managed workspaces that the platform's clients send. */
const officialManagedUrl = 'https://app.systeminit.com'

/** Whether a client names the managed instance by its official address, while this deployment's runs on the same computer. */
const isOfficialAddressOfLocal = (instanceUrl: string, { MANAGED_INSTANCE_URL }: Config) =>
  instanceUrl === officialManagedUrl && isLoopbackHost(new URL(MANAGED_INSTANCE_URL).hostname)

/**
 * Returns the URL of an instance as it is stored, with the type that follows from it, or the reason why the URL is refused
 * (docs/product/workspaces.md#type-and-address).
 */
export function instanceOf(typed: string, config: Config) {
  const known = knownInstances(config)
  const trimmed = typed.trim().replace(/\/+$/, '')
  const typedUrl = isOfficialAddressOfLocal(trimmed, config) ? config.MANAGED_INSTANCE_URL : trimmed
  const problem = instanceUrlProblem(typedUrl, known)
  if (problem !== undefined) return { problem }
  const instanceUrl = withAsciiHost(typedUrl)
  const instanceEnvType = envTypeOf(instanceUrl, known)
  const isForbidden =
    config.FORBID_HTTP_INSTANCES && instanceEnvType === 'PRIVATE' && new URL(instanceUrl).protocol === 'http:'
  return isForbidden ? { problem: messages.url } : { instanceUrl, instanceEnvType }
}

/**
 * Returns whether the user must confirm the instance's URL before the workspace opens. This protects members from a remote
 * URL that another user has entered, even after taking over the workspace. The managed instance and a local
 * instance need no confirmation.
 */
export function needsConfirmation(
  workspace: { instanceUrl: string; instanceEnvType: string; creatorUserId: string },
  userId: string,
  { confirmedUrl, setByUserId }: { confirmedUrl: string | null; setByUserId: string | null },
): boolean {
  const isRemote =
    workspace.instanceEnvType === 'PRIVATE' && !isLoopbackHost(new URL(workspace.instanceUrl).hostname)
  const isOwn = (setByUserId ?? workspace.creatorUserId) === userId
  return isRemote && !isOwn && confirmedUrl !== workspace.instanceUrl
}

/** Returns the instance's hand-off URL. It is safe in a `Location` header: the host is ASCII and the path is encoded. */
export function authConnectUrl(
  instanceUrl: string,
  handoff: { code: string; workspaceId: string; redirect: string | undefined },
): string {
  const url = new URL(`${instanceUrl.replace(/\/+$/, '')}/auth-connect`)
  url.searchParams.set('code', handoff.code)
  url.searchParams.set('workspaceId', handoff.workspaceId)
  if (handoff.redirect !== undefined) url.searchParams.set('redirect', handoff.redirect)
  return url.href
}
