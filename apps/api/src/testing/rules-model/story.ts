/** Describes a scenario in plain words. */
import type { Act } from './act.ts'
import type { Outcome } from './model.ts'

export class Story {
  readonly #sentences: string[] = []

  add(sentence: string): void {
    this.#sentences.push(sentence)
  }

  toString(): string {
    return this.#sentences.join(' ')
  }
}

export const describeOutcome = ({ status, type }: Outcome) => (type ? `${status} ${type}` : String(status))

const isAccepted = ({ status }: Outcome) => status < 300

/** "Ben leaves workspace 1", or how the product refused it. */
export function describeAct(act: Act, outcome: Outcome): string {
  const sentence = act.rule.describe(act)
  return isAccepted(outcome) ? sentence : `${sentence}, and is refused (${describeOutcome(outcome)})`
}

/** A scenario in which the product and the model disagree. */
export class Disagreement extends Error {
  override name = 'Disagreement'
}
