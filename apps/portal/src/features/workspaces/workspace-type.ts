import type { Workspace } from '@portal/contract/workspaces/workspaces'
import { env } from '../../lib/env.ts'

/** The choices of the create form. */
export const workspaceTypes = ['saas', 'local', 'url'] as const
export type WorkspaceType = (typeof workspaceTypes)[number]

export const workspaceTypeLabels: Record<WorkspaceType, string> = {
  saas: `Managed By ${env.productName}`,
  local: 'Local Dev Instance',
  url: 'Remote URL',
}

/** The host of an instance, such as `app.systeminit.com`. */
export function hostOf(instanceUrl: string): string {
  return URL.canParse(instanceUrl) ? new URL(instanceUrl).host : instanceUrl
}

export const envTypeIcons = { SI: 'cloud', LOCAL: 'laptop', PRIVATE: 'server' } as const

export const envTypeLabels: Record<Workspace['instanceEnvType'], string> = {
  SI: workspaceTypeLabels.saas,
  LOCAL: workspaceTypeLabels.local,
  PRIVATE: workspaceTypeLabels.url,
}
