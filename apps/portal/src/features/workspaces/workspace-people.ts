import type { Workspace } from '@portal/contract/workspaces/workspaces'
import { formatCount } from '@portal/ui/lib/format-count'
import { fullName } from '../../lib/layout/full-name.ts'

/** Returns the owner's first and last name, if known. */
export function ownerName({ creatorUser }: Pick<Workspace, 'creatorUser'>): string | undefined {
  return fullName(creatorUser)
}

/** Returns the role as shown on cards: EDITOR is 'collaborator'. */
export function roleOnCard(role: Workspace['role']): string {
  return role === 'EDITOR' ? 'collaborator' : role.toLowerCase()
}

export function memberCountText(count: number): string {
  return count === 1 ? '1 member' : `${formatCount(count)} members`
}
