/** What the nouns declare, together. A test fails if the API serves a call that no noun has, or does not serve one that a noun has. */
import { activityNoun } from './activity/activity.ts'
import type { Endpoint } from './endpoint.ts'
import type { Noun } from './noun.ts'
import { nouns } from './nouns.ts'

export const allNouns: readonly Noun[] = [...nouns, activityNoun]

export const calls: readonly Endpoint[] = allNouns.flatMap((noun) => Object.values(noun.calls))
