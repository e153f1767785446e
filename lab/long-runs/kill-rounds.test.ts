import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { and, count, eq, isNull } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readLocalUrl } from '../../apps/api/src/db/local-database.ts'
import { openDatabase } from '../../apps/api/src/db/open-database.ts'
import { workspaceMembers } from '../../apps/api/src/features/members/member-table.ts'
import { workspaces } from '../../apps/api/src/features/workspaces/workspace-table.ts'
import { removeLocalPostgres } from '../../tools/local-postgres/local-postgres.ts'
import { type ProcessGroup, startProcessGroup } from '../../tools/processes/process-group.ts'
import { ApiProcess, killAll } from './api-process.ts'
import { killRounds } from './kill-rounds.ts'
import { WorkspaceCreator } from './workspace-creator.ts'

/** 1 in `npm test` and 50 in `npm run test:long`. */
const rounds = Number(process.env.KILL_ROUNDS ?? 1)
const limitMs = 120_000 + rounds * 30_000
const root = resolve(import.meta.dirname, '../..')

let dataDir: string
let owner: ProcessGroup | undefined

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'portal-kill-'))
})
afterEach(async () => {
  await killAll()
  await owner?.stop(10_000)
  removeLocalPostgres(dataDir)
  rmSync(dataDir, { recursive: true, force: true })
})

const startOwner = () =>
  startProcessGroup({
    arguments: ['tools/local-postgres/main.ts'],
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir },
  })

/** Starts the process that owns the local PostgreSQL, as the local run does. */
async function startDatabase(): Promise<void> {
  owner = startOwner()
  await owner.whileRunning(owner.firstMessage)
}

const postmasterPid = () =>
  Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])

/** Counts workspaces without an owner, which an incomplete transaction would leave. */
async function halfMade(): Promise<number | undefined> {
  const database = await openDatabase({ dataDir })
  const [row] = await database.orm
    .select({ rows: count() })
    .from(workspaces)
    .leftJoin(
      workspaceMembers,
      and(eq(workspaceMembers.workspaceId, workspaces.id), eq(workspaceMembers.role, 'OWNER')),
    )
    .where(isNull(workspaceMembers.userId))
  await database.close()
  return row?.rows
}

describe('the local run', () => {
  it.each([
    ['the API', (api: ApiProcess) => [api.pid], false],
    ['PostgreSQL', () => [postmasterPid()], true],
    ['the owner of PostgreSQL', () => [owner?.pid], true],
    ['all of them', (api: ApiProcess) => [api.pid, owner?.pid, postmasterPid()], true],
  ])(
    `keeps every acknowledged workspace and no incomplete one after each of ${rounds} kills of %s`,
    async (_what, targets, endsDatabase) => {
      await startDatabase()
      const creators = await WorkspaceCreator.make(readLocalUrl(dataDir), rounds)
      const start = () => ApiProcess.start({ DATA_DIR: dataDir, ACCOUNT_LIMITS: 'workspacesOwned=1000' })
      const kill = async (api: ApiProcess) => {
        for (const pid of targets(api)) if (pid !== undefined) process.kill(pid, 'SIGKILL')
        if (!endsDatabase) return
        await owner?.exitCode
        await api.kill()
        await startDatabase()
      }
      const outcome = await killRounds({ start, kill }, creators)
      console.log(outcome.map((round) => `${round.acknowledged} after ${round.killedAfterMs} ms`).join(', '))
      expect(outcome.filter((round) => round.lost.length > 0)).toEqual([])
      expect(outcome).toHaveLength(rounds)
      expect(await halfMade()).toBe(0)
    },
    limitMs,
  )

  it(
    `starts after ${rounds * 2} kills of the owner of PostgreSQL during its first start`,
    async () => {
      for (let round = 0; round < rounds * 2; round++) {
        const first = startOwner()
        await Promise.race([first.firstMessage, sleep(Math.random() * 1_500)])
        first.killNow()
        await first.ended
      }
      await startDatabase()
      const database = await openDatabase({ dataDir })
      await database.close()
    },
    limitMs,
  )
})
