import { Refusal } from '../../http/refusal.ts'
import type { OwnWorkspace } from './account-deletion-store.ts'

export const isBlocking = ({ memberCount }: OwnWorkspace) => memberCount > 1

const mostNamed = 5

/** Owned workspaces with other members keep an account: they would be without an owner (RULES section 6). */
export function checkDeletable(own: readonly OwnWorkspace[]): void {
  const blocking = own.filter(isBlocking)
  if (blocking.length === 0) return
  const named = blocking.slice(0, mostNamed).map(({ displayName }) => `“${displayName}”`)
  const more = blocking.length - named.length
  const names = [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ')
  throw new Refusal(
    'Conflict',
    `You own workspaces with other members: ${names}. Hand them over or delete them first.`,
  )
}
