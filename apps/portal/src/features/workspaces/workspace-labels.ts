import { fullName } from '@portal/contract/text/full-name'
import type { Workspace } from '@portal/contract/workspaces/workspaces'
import { formatCountOf } from '@portal/ui/lib/format-count'
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

/** Returns the owner's first and last name, if known. */
export function ownerName({ creatorUser }: Pick<Workspace, 'creatorUser'>): string | null {
  return fullName(creatorUser)
}

/** Returns the role as shown on cards: EDITOR is 'collaborator'. */
export function roleOnCard(role: Workspace['role']): string {
  return role === 'EDITOR' ? 'collaborator' : role.toLowerCase()
}

export function memberCountText(count: number): string {
  return formatCountOf(count, 'member')
}
