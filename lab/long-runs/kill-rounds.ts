import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiProcess } from './api-process.ts'
import type { WorkspaceCreator } from './workspace-creator.ts'

export interface KillRound {
  killedAfterMs: number
  acknowledged: number
  /** Acknowledged workspaces that are missing after the restart. Should be empty. */
  lost: string[]
}

const latestKillMs = 1_500

/** The processes that a round kills, and how they start again. */
export interface KilledRun {
  start: () => Promise<ApiProcess>
  kill: (api: ApiProcess) => Promise<void>
}

/**
 * Kills a run once per creator, at a random moment while the creator creates workspaces. Then starts it again and checks that
 * every workspace acknowledged so far exists.
 */
export async function killRounds(
  { start, kill }: KilledRun,
  creators: WorkspaceCreator[],
): Promise<KillRound[]> {
  const rounds: KillRound[] = []
  let api = await start()
  for (const [round, creator] of creators.entries()) {
    const killedAfterMs = Math.round(Math.random() * latestKillMs)
    const creating = creator.createUntilGone(api.url)
    await firstAnswer(creator, creating)
    await sleep(killedAfterMs)
    await kill(api)
    await api.kill()
    await creating

    api = await start()
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

/** A round starts with the first acknowledged workspace, because an earlier kill would prove nothing. */
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
    if (isOver) throw new Error('The API exited before it created a workspace')
    await sleep(5)
  }
}
