/** Performs the same actions on the model and the product. */
import type { Act } from './act.ts'
import { findAllProblems, findProblems } from './invariants.ts'
import { longestSessionMs, names, type Outcome, type World, workspaceName } from './model.ts'
import type { Product } from './product.ts'
import { Disagreement, describeOutcome, Story } from './story.ts'
import { tokenOf } from './token-acts.ts'

const stepMs = 1_000

/** Everyone is signed in, and no workspace exists. */
export function newWorld(now: number): World {
  const people = names.map((name) => ({
    session: `session 1 of ${name}`,
    sessionExpiresAt: now + longestSessionMs,
    isSessionEnded: false,
    formerSessions: [],
    isQuarantined: false,
    isSuspended: false,
  }))
  return { now, people, workspaces: [], tokenCount: 0 }
}

/** An action and its response. After a crash, the product may or may not have performed the action. */
export interface Sent {
  act: Act
  outcome: Outcome
  isCrashed?: boolean
}

const isSameOutcome = (left: Outcome, right: Outcome) =>
  left.status === right.status && left.type === right.type

export class Scenario {
  /** Every state that is consistent with the responses so far. There can be several after a crash or two concurrent actions. */
  #worlds: World[]
  readonly story = new Story()
  stepCount = 0

  constructor(now: number) {
    this.#worlds = [newWorld(now)]
  }

  /** The state that decides which steps are possible. */
  get world(): World {
    const [first] = this.#worlds
    if (!first) throw new Error('A scenario has at least one possible state')
    return first
  }

  /** Begins a step and advances the clock by a second. */
  begin(product: Product): void {
    this.stepCount += 1
    for (const world of this.#worlds) world.now += stepMs
    product.clock.now = this.world.now
    product.current = this.world.people.map(({ session }) => session)
  }

  /** Adds the name of what the action creates, or of the token that it uses. */
  name(act: Act): Act {
    const { rule } = act
    if (rule.creates === 'workspace') return { ...act, label: workspaceName(this.world.workspaces.length) }
    if (rule.creates !== 'token') return { ...act, label: tokenOf(this.world, act)?.name ?? '' }
    for (const world of this.#worlds) world.tokenCount += 1
    return { ...act, label: `token ${this.world.tokenCount}` }
  }

  /** Returns the outcome of an action under the rules, without performing it. */
  readonly preview = (act: Act): Outcome => {
    const world = structuredClone(this.world)
    return act.rule.apply(world, { ...act, label: tokenOf(world, act)?.name ?? '' })
  }

  /**
   * Finds an order of the actions in which the handbook's rules give the same outcomes as the product, and after which the
   * product shows the same state as the model.
   */
  async settle(product: Product, sent: readonly Sent[]): Promise<void> {
    const touched = [...new Set(sent.map(({ act }) => this.#touchedBy(act)))]
    const candidates = this.#worlds.flatMap((before) =>
      ordersOf(sent).flatMap((order) => {
        const world = structuredClone(before)
        const isSame = order.every(({ act, outcome, isCrashed }) => {
          const expected = act.rule.apply(world, act)
          return isCrashed || isSameOutcome(expected, outcome)
        })
        return isSame ? [world] : []
      }),
    )
    if (candidates.length === 0) throw new Disagreement(unexpectedOutcome(this.world, sent))
    await this.#keepMatching(product, distinct(candidates), touched)
  }

  /** Makes changes that no call can make: to the clock and to sign-ins. */
  async advance(product: Product, change: (world: World) => void): Promise<void> {
    for (const world of this.#worlds) change(world)
    await this.#keepMatching(product, this.#worlds, [...this.world.workspaces.keys()])
  }

  async #keepMatching(product: Product, candidates: readonly World[], touched: readonly number[]) {
    const process = this.stepCount % 2
    await this.#keep(candidates, (world) => findProblems({ world, product, process }, touched))
  }

  /** Checks everything about every user at the end. */
  async finish(product: Product): Promise<void> {
    await this.#keep(this.#worlds, (world) => findAllProblems(world, product))
  }

  async #keep(candidates: readonly World[], check: (world: World) => Promise<string[]>): Promise<void> {
    const checked = await mapInSequence(candidates, async (world) => ({
      world,
      problems: await check(world),
    }))
    const matching = checked.filter(({ problems }) => problems.length === 0)
    if (matching.length === 0) throw new Disagreement(checked[0]?.problems.join('. '))
    this.#worlds = matching.map(({ world }) => world)
  }

  #touchedBy(act: Act): number {
    return act.rule.creates === 'workspace' ? this.world.workspaces.length : act.workspace
  }
}

/** Returns the possible sequences: the actions in either order, with or without those that crashed. */
function ordersOf(sent: readonly Sent[]): Sent[][] {
  const orders = sent.length === 2 ? [[...sent], [...sent].reverse()] : [[...sent]]
  return sent.some(({ isCrashed }) => isCrashed)
    ? [...orders, sent.filter(({ isCrashed }) => !isCrashed)]
    : orders
}

function distinct(worlds: readonly World[]): World[] {
  const seen = new Set<string>()
  return worlds.filter((world) => {
    const text = JSON.stringify(world)
    const isNew = !seen.has(text)
    seen.add(text)
    return isNew
  })
}

function unexpectedOutcome(before: World, sent: readonly Sent[]): string {
  const expectations = ordersOf(sent).map((order) => {
    const world = structuredClone(before)
    return order.map(({ act }) => describeOutcome(act.rule.apply(world, act))).join(' and ')
  })
  const got = sent.map(({ outcome }) => describeOutcome(outcome)).join(' and ')
  return `the product answered ${got}, but the rules say ${[...new Set(expectations)].join(', or ')}`
}

async function mapInSequence<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (const item of items) results.push(await work(item))
  return results
}
