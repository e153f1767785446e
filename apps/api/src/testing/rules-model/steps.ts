/** The steps of a scenario, as fast-check generates them. */
import { dayMs, hourMs } from '@portal/contract/durations'
import fc from 'fast-check'
import { accountActs } from './account-acts.ts'
import type { Act, ActRule } from './act.ts'
import { invitationActs } from './invitation-acts.ts'
import { memberActs } from './member-acts.ts'
import {
  idleSessionMs,
  isSessionLive,
  longestSessionMs,
  mostWorkspaces,
  nameOf,
  names,
  type Outcome,
  personOf,
} from './model.ts'
import { ownershipActs } from './ownership-acts.ts'
import type { Product } from './product.ts'
import type { Scenario, Sent } from './scenario.ts'
import { describeAct } from './story.ts'
import { tokenActs } from './token-acts.ts'
import { workspaceActs } from './workspace-acts.ts'

export type Step = fc.AsyncCommand<Scenario, Product>

/** A step with the sentences that it adds to the story. */
abstract class StepBase implements Step {
  abstract check(scenario: Scenario): boolean
  protected abstract work(scenario: Scenario, product: Product): Promise<void>
  abstract toString(): string

  async run(scenario: Scenario, product: Product): Promise<void> {
    scenario.begin(product)
    await this.work(scenario, product)
  }
}

const all: ActRule[] = [
  workspaceActs,
  memberActs,
  invitationActs,
  ownershipActs,
  tokenActs,
  accountActs,
].flatMap((acts) => Object.values(acts))

/** The numbers below `length`, beginning with `first`. */
const numbersFrom = (first: number, length: number) =>
  Array.from({ length }, (_, index) => (first + index) % length)

/** The same action with every workspace, caller and target, beginning with the generated ones. */
const variantsOf = (act: Act): Act[] =>
  numbersFrom(act.workspace, mostWorkspaces).flatMap((workspace) =>
    numbersFrom(act.by, names.length).flatMap((by) =>
      numbersFrom(act.whom, names.length).map((whom) => ({ ...act, workspace, by, whom })),
    ),
  )

/**
 * Returns the action with a workspace, a caller and a target that the rules accept, so that most steps change something. Actions
 * that may be refused are not changed. Returns undefined if the action is impossible.
 */
function findPossible({ world, preview }: Scenario, act: Act): Act | undefined {
  if (act.mayBeRefused) return act.rule.isPossible(world, act) ? act : undefined
  return variantsOf(act).find(
    (variant) => act.rule.isPossible(world, variant) && preview(variant).status < 300,
  )
}

const isPossible = (scenario: Scenario, act: Act) => findPossible(scenario, act) !== undefined

/** The clock has advanced since the check, so the action may have become impossible. It is attempted as generated then. */
const prepare = (scenario: Scenario, act: Act) => scenario.name(findPossible(scenario, act) ?? act)

class Single extends StepBase {
  readonly act: Act

  constructor(act: Act) {
    super()
    this.act = act
  }

  check(scenario: Scenario): boolean {
    return isPossible(scenario, this.act)
  }

  protected async work(scenario: Scenario, product: Product): Promise<void> {
    const act = prepare(scenario, this.act)
    const outcome = await act.rule.send(product, act)
    scenario.story.add(`${describeAct(act, outcome)}.`)
    await scenario.settle(product, [{ act, outcome }])
  }

  override toString(): string {
    return this.act.rule.describe(this.act)
  }
}

/** Two concurrent actions, usually on different processes. */
class Pair extends StepBase {
  readonly acts: readonly [Act, Act]

  constructor(acts: readonly [Act, Act]) {
    super()
    this.acts = acts
  }

  check(scenario: Scenario): boolean {
    const isSafe = this.acts.every(({ rule }) => rule.creates !== 'workspace')
    return isSafe && this.acts.every((act) => isPossible(scenario, act))
  }

  protected async work(scenario: Scenario, product: Product): Promise<void> {
    const [first, second] = [prepare(scenario, this.acts[0]), prepare(scenario, this.acts[1])]
    const [one, two] = await Promise.all([first.rule.send(product, first), second.rule.send(product, second)])
    scenario.story.add(`At the same moment ${describeAct(first, one)}, while ${describeAct(second, two)}.`)
    await scenario.settle(product, [
      { act: first, outcome: one },
      { act: second, outcome: two },
    ])
  }

  override toString(): string {
    return this.acts.map((act) => act.rule.describe(act)).join(' while ')
  }
}

/** A process dies during an action. Acknowledged changes must be stored, and others completely or not at all. */
class Kill extends StepBase {
  readonly act: Act
  readonly turns: number

  constructor(act: Act, turns: number) {
    super()
    this.act = act
    this.turns = turns
  }

  check(scenario: Scenario): boolean {
    return isPossible(scenario, this.act)
  }

  protected async work(scenario: Scenario, product: Product): Promise<void> {
    const act = prepare(scenario, this.act)
    const sending = act.rule.send(product, act).catch((): Outcome => ({ status: 500, type: 'Crashed' }))
    for (let turn = 0; turn < this.turns; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    await product.killAndRestart(act.process)
    const outcome = await sending
    // A refused or crashed opening redirects to a page of the portal.
    const isCrashed = outcome.status >= 500 || outcome.type === 'Refused'
    const description = isCrashed
      ? `${act.rule.describe(act)}, and gets no answer`
      : describeAct(act, outcome)
    scenario.story.add(`Process ${act.process + 1} is killed while ${description}.`)
    const sent: Sent = { act, outcome, isCrashed }
    await scenario.settle(product, [sent])
  }

  override toString(): string {
    return `process ${this.act.process + 1} is killed while ${this.act.rule.describe(this.act)}`
  }
}

async function signIn(scenario: Scenario, product: Product, index: number): Promise<void> {
  const session = `session ${scenario.stepCount + 1} of ${nameOf(index)}`
  await product.signIn(index, session)
  await scenario.advance(product, (world) => {
    const person = personOf(world, index)
    person.formerSessions.push(person.session)
    person.session = session
    person.sessionExpiresAt = world.now + longestSessionMs
    person.isSessionEnded = false
  })
}

class Jump extends StepBase {
  readonly hours: number
  /** Whether users whose sessions have ended sign in again. Otherwise most of the following steps would be refused. */
  readonly signsIn: boolean

  constructor(hours: number, signsIn: boolean) {
    super()
    this.hours = hours
    this.signsIn = signsIn
  }

  check(): boolean {
    return true
  }

  protected async work(scenario: Scenario, product: Product): Promise<void> {
    const jumpMs = this.hours * hourMs
    scenario.story.add(this.hours < 24 ? 'An hour passes.' : `${jumpMs / dayMs} days pass.`)
    product.clock.now += jumpMs
    await product.renewStaffSession()
    await scenario.advance(product, (world) => {
      world.now += jumpMs
      // Every step uses every live session, so a session is idle exactly as long as the clock jumps.
      if (jumpMs > idleSessionMs) for (const person of world.people) person.isSessionEnded = true
    })
    if (!this.signsIn) return
    for (const [index, name] of names.entries()) {
      if (isSessionLive(scenario.world, personOf(scenario.world, index))) continue
      scenario.story.add(`${name} signs in again.`)
      await signIn(scenario, product, index)
    }
  }

  override toString(): string {
    return `${this.hours} hours pass`
  }
}

class SignIn extends StepBase {
  readonly person: number

  constructor(person: number) {
    super()
    this.person = person
  }

  /** The first user who is signed out, beginning with the generated person. */
  #find({ world }: Scenario): number | undefined {
    return numbersFrom(this.person, names.length).find(
      (index) => !isSessionLive(world, personOf(world, index)),
    )
  }

  check(scenario: Scenario): boolean {
    return this.#find(scenario) !== undefined
  }

  protected async work(scenario: Scenario, product: Product): Promise<void> {
    const index = this.#find(scenario) ?? this.person
    scenario.story.add(`${nameOf(index)} signs in again.`)
    await signIn(scenario, product, index)
  }

  override toString(): string {
    return `${nameOf(this.person)} signs in again`
  }
}

const person = fc.nat({ max: names.length - 1 })

const acts: fc.Arbitrary<Act> = fc.record({
  rule: fc.oneof(...all.map((rule) => ({ weight: rule.weight, arbitrary: fc.constant(rule) }))),
  by: person,
  workspace: fc.oneof(
    { weight: 4, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.nat({ max: mostWorkspaces - 1 }) },
  ),
  whom: person,
  choice: fc.nat({ max: 5 }),
  process: fc.nat({ max: 1 }),
  mayBeRefused: fc.nat({ max: 5 }).map((pick) => pick === 1),
  label: fc.constant(''),
})

const jumps = fc.constantFrom(1, 3 * 24, 8 * 24, 15 * 24, 31 * 24)

/** Weighted by repetition: fast-check picks one of the list for each step. */
function repeated(times: number, step: fc.Arbitrary<Step>): fc.Arbitrary<Step>[] {
  return Array.from({ length: times }, () => step)
}

export const stepArbitraries: fc.Arbitrary<Step>[] = [
  ...repeated(
    14,
    acts.map((act) => new Single(act)),
  ),
  ...repeated(
    4,
    fc.tuple(acts, acts).map((pair) => new Pair(pair)),
  ),
  ...repeated(
    1,
    fc.tuple(acts, fc.nat({ max: 12 })).map(([act, turns]) => new Kill(act, turns)),
  ),
  ...repeated(
    1,
    fc.tuple(jumps, fc.nat({ max: 4 })).map(([hours, rest]) => new Jump(hours, rest > 0)),
  ),
  ...repeated(
    2,
    person.map((who) => new SignIn(who)),
  ),
]
