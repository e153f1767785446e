import {
  envTypeOf,
  instanceUrlProblem,
  isLoopbackHost,
  type KnownInstances,
} from '@portal/contract/instance-url'
import { messages } from '@portal/contract/text-rules'
import type { Config } from '../../config.ts'

export const knownInstances = (config: Config): KnownInstances => ({
  managedInstanceUrl: config.MANAGED_INSTANCE_URL,
  localInstanceUrl: config.LOCAL_INSTANCE_URL,
})

/** An instance's address as it is stored, and the type that follows from it; or why it is refused (RULES section 6). */
export function instanceOf(typed: string, config: Config) {
  const known = knownInstances(config)
  const instanceUrl = typed.trim().replace(/\/+$/, '')
  const problem = instanceUrlProblem(instanceUrl, known)
  if (problem !== undefined) return { problem }
  const instanceEnvType = envTypeOf(instanceUrl, known)
  const isForbidden =
    config.FORBID_HTTP_INSTANCES && instanceEnvType === 'PRIVATE' && new URL(instanceUrl).protocol === 'http:'
  return isForbidden ? { problem: messages.url } : { instanceUrl, instanceEnvType }
}

/**
 * Somebody else's remote address is opened only after the person has confirmed that very address once (RULES section 3).
 * The managed instance and one's own machine need no question.
 */
export function needsConfirmation(
  workspace: { instanceUrl: string; instanceEnvType: string; creatorUserId: string },
  userId: string,
  confirmedUrl: string | null,
): boolean {
  const isRemote =
    workspace.instanceEnvType === 'PRIVATE' && !isLoopbackHost(new URL(workspace.instanceUrl).hostname)
  return isRemote && workspace.creatorUserId !== userId && confirmedUrl !== workspace.instanceUrl
}

/** Where the instance takes the hand-off (RULES section 3), as a header can carry it: hosts in ASCII, paths encoded. */
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
