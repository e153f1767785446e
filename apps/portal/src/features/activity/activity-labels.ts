import type { Activity } from '@portal/contract/activity/activity'
import { fullName } from '../../lib/layout/full-name.ts'

/** Returns the name or email of the actor. Both are missing for automatic events and deleted accounts. */
export function actorName({ actor }: Pick<Activity, 'actor'>): string {
  const name = actor.serviceAccount?.name ?? fullName(actor) ?? actor.email ?? 'System or deleted user'
  return actor.tokenName === null ? name : `${name}, with the API token ${actor.tokenName}`
}
