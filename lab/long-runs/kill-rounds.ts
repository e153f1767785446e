import { setTimeout as sleep } from 'node:timers/promises'
import { ApiProcess } from './api-process.ts'
import type { WorkspaceCreator } from './workspace-creator.ts'

export interface KillRound {
  killedAfterMs: number
  acknowledged: number
  /** Acknowledged, and not there after the restart. There should be none. */
  lost: string[]
}

const latestKillMs = 1_500

/**
 * Starts the API once for each creator, kills it at a random moment while that person makes workspaces, starts it again
 * and looks for every workspace that it had acknowledged, of this round and of those before.
 */
export async function killRounds(
  environment: Record<string, string>,
  creators: WorkspaceCreator[],
): Promise<KillRound[]> {
  const rounds: KillRound[] = []
  let api = await ApiProcess.start(environment)
  for (const [round, creator] of creators.entries()) {
    const killedAfterMs = Math.round(Math.random() * latestKillMs)
    const creating = creator.createUntilGone(api.url)
    await firstAnswer(creator, creating)
    await sleep(killedAfterMs)
    await api.kill()
    await creating

    api = await ApiProcess.start(environment)
    const lost: string[] = []
    for (const earlier of creators.slice(0, round + 1)) {
      const listed = new Set((await earlier.list(api.url)).map(({ id }) => id))
      lost.push(...earlier.acknowledged.filter((id) => !listed.has(id)))
    }
    rounds.push({ killedAfterMs, acknowledged: creator.acknowledged.length, lost })
  }
  await api.kill()
  return rounds
}

/** The clock of a round runs from the first acknowledged workspace: a kill before it would prove nothing. */
async function firstAnswer(creator: WorkspaceCreator, creating: Promise<void>): Promise<void> {
  let isOver = false
  creating.then(
    () => {
      isOver = true
    },
    () => {
      isOver = true
    },
  )
  while (creator.acknowledged.length === 0) {
    if (isOver) await creating
    if (isOver) throw new Error('The API ended before it had made a workspace')
    await sleep(5)
  }
}
