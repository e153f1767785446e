import type { Workspace } from '@portal/contract/workspaces'

/** The owner's first and last name, as far as they are known. */
export function ownerName({ creatorUser }: Pick<Workspace, 'creatorUser'>): string | undefined {
  return [creatorUser.firstName, creatorUser.lastName].filter(Boolean).join(' ') || undefined
}

/** A role as the cards show it: EDITOR is 'collaborator' (SPEC section 2, "Workspaces page"). */
export function roleOnCard(role: Workspace['role']): string {
  return role === 'EDITOR' ? 'collaborator' : role.toLowerCase()
}
