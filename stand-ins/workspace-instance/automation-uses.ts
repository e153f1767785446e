/** A use of a workspace by automation. */
export interface AutomationUse {
  /** For example "deploy-bot, by trust rule main". */
  actor: string
  usedAtMs: number
}

const keptPerWorkspace = 5

/** The most recent uses of each workspace by automation. Kept in memory. */
export class AutomationUses {
  readonly #uses = new Map<string, AutomationUse[]>()

  /** Adds a use, and removes older uses by the same actor. */
  add(workspaceId: string, actor: string): void {
    const others = this.of(workspaceId).filter((use) => use.actor !== actor)
    this.#uses.set(workspaceId, [{ actor, usedAtMs: Date.now() }, ...others].slice(0, keptPerWorkspace))
  }

  /** Returns the uses of a workspace, newest first. */
  of(workspaceId: string): readonly AutomationUse[] {
    return this.#uses.get(workspaceId) ?? []
  }
}
