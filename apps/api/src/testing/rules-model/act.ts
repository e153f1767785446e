/** One action of a user, as the generator creates it and the story describes it. */
import { nameOf, type Outcome, type World } from './model.ts'
import type { Product } from './product.ts'

/** Small numbers that each action interprets. They shrink toward Ada and workspace 1. */
export interface Act {
  rule: ActRule
  by: number
  workspace: number
  whom: number
  choice: number
  /** The process that receives the request. */
  process: number
  mayBeRefused: boolean
  /** The name of what the action creates, if anything. Unique in a scenario. */
  label: string
}

export interface ActRule {
  /** How often the action is attempted, relative to the others. */
  weight: number
  creates?: 'workspace' | 'token'
  /** Whether the action has a target. Actions that must be refused are attempted too. */
  isPossible(world: World, act: Act): boolean
  /** Returns the outcome that the handbook prescribes. Changes the world if the action is accepted. */
  apply(world: World, act: Act): Outcome
  /** Performs the action on the product. */
  send(product: Product, act: Act): Promise<Outcome>
  /** A sentence without its full stop. */
  describe(act: Act): string
}

export const by = (act: Act) => nameOf(act.by)
export const whom = (act: Act) => nameOf(act.whom)
export const there = (act: Act) => `workspace ${act.workspace + 1}`

/** Whether the workspace was ever created, even if it is deleted now. */
export const hasWorkspace = (world: World, act: Act) => world.workspaces[act.workspace] !== undefined

export const offeredRole = (act: Act) => (act.choice % 2 === 0 ? 'EDITOR' : 'APPROVER')
export const roleLabel = (act: Act) => (act.choice % 2 === 0 ? 'Collaborator' : 'Approver')
