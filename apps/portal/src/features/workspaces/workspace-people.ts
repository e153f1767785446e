import type { Workspace } from '@portal/contract/workspaces'
import { fullName } from '../../lib/layout/full-name.ts'

/** The owner's first and last name, as far as they are known. */
export function ownerName({ creatorUser }: Pick<Workspace, 'creatorUser'>): string | undefined {
  return fullName(creatorUser)
}

/** A role as the cards show it: EDITOR is 'collaborator' (SPEC section 2, "Workspaces page"). */
export function roleOnCard(role: Workspace['role']): string {
  return role === 'EDITOR' ? 'collaborator' : role.toLowerCase()
}

export function memberCountText(count: number): string {
  return count === 1 ? '1 member' : `${count} members`
}
