import type { Endpoint } from './endpoint.ts'
import type { Right } from './members/roles.ts'

/** A limit on what one account or workspace can have. A count above it answers 409 `LimitReached`. */
export interface Limit {
  most: number
  /** What it counts, for docs/product/errors.md#limits. */
  counts: string
  /** The error message. `most` is the limit in force as text. */
  sentence: (most: string) => string
}

/** How an event is shown, and an example of its subject. Null for an event without a subject. */
export type EventText = readonly [label: string, subject: string | null]

/** What a noun declares of itself beside its texts. Lists, tables and types over all nouns are computed from it. */
export interface Noun {
  /** The heading and description in the API reference. */
  tag: readonly [heading: string, description: string]
  calls: Readonly<Record<string, Endpoint>>
  /** What members of a workspace may do with it. */
  rights?: Readonly<Record<string, Right>>
  /** The events that the activity of a workspace records, in the past tense. */
  events?: Readonly<Record<string, EventText>>
  limits?: Readonly<Record<string, Limit>>
}

export const noun = <const N extends Noun>(declared: N): N => declared

export const limit = (most: number, counts: string, sentence: Limit['sentence']): Limit => ({
  most,
  counts,
  sentence,
})
