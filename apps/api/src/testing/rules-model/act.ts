/** One thing that a person does, as the generator makes it and the story tells it. */
import { nameOf, type Outcome, type World } from './model.ts'
import type { Product } from './product.ts'

/** Small numbers with which each act does what it needs. They shrink towards Ada and workspace 1. */
export interface Act {
  rule: ActRule
  by: number
  workspace: number
  whom: number
  choice: number
  /** The process that is asked. */
  process: number
  mayBeRefused: boolean
  /** What the act creates, if it does: unique in a scenario. */
  label: string
}

export interface ActRule {
  /** How often it is tried, in relation to the others. */
  weight: number
  creates?: 'workspace' | 'token'
  /** Whether there is anything to try it on. A try that must be refused is worth trying. */
  isPossible(world: World, act: Act): boolean
  /** What the handbook says happens. Changes the world if the act is accepted. */
  apply(world: World, act: Act): Outcome
  /** Does it to the product. */
  send(product: Product, act: Act): Promise<Outcome>
  /** A sentence without its full stop. */
  tell(act: Act): string
}

export const by = (act: Act) => nameOf(act.by)
export const whom = (act: Act) => nameOf(act.whom)
export const there = (act: Act) => `workspace ${act.workspace + 1}`

/** Whether the workspace was created, deleted or not. */
export const hasWorkspace = (world: World, act: Act) => world.workspaces[act.workspace] !== undefined

export const offeredRole = (act: Act) => (act.choice % 2 === 0 ? 'EDITOR' : 'APPROVER')
export const roleLabel = (act: Act) => (act.choice % 2 === 0 ? 'Collaborator' : 'Approver')
