import { Refusal } from '../../http/errors/refusal.ts'
import type { OwnWorkspace } from './account-deletion-store.ts'

export const isBlocking = ({ memberCount }: OwnWorkspace) => memberCount > 1

const maxNamed = 5

/** Throws `Conflict` if the user owns workspaces with other members, because those would have no owner. */
export function checkDeletable(own: readonly OwnWorkspace[]): void {
  const blocking = own.filter(isBlocking)
  if (blocking.length === 0) return
  const named = blocking.slice(0, maxNamed).map(({ displayName }) => `“${displayName}”`)
  const more = blocking.length - named.length
  const names = [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ')
  throw new Refusal(
    'Conflict',
    `You own workspaces with other members: ${names}. Transfer or delete them first.`,
  )
}
