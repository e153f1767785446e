import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { and, count, eq, isNull } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../apps/api/src/db/open-database.ts'
import { workspaceMembers, workspaces } from '../../apps/api/src/db/schema/workspaces.ts'
import { startTestPostgres } from '../../apps/api/src/testing/test-postgres.ts'
import { ApiProcess, killAll } from './api-process.ts'
import { killRounds } from './kill-rounds.ts'
import { WorkspaceCreator } from './workspace-creator.ts'

/** 1 in `npm test` and 50 in `npm run test:long`. */
const rounds = Number(process.env.KILL_ROUNDS ?? 1)
const limitMs = 60_000 + rounds * 30_000

let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'portal-kill-'))
})
afterEach(async () => {
  await killAll()
  rmSync(dataDir, { recursive: true, force: true })
})

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

function hasDatabaseFiles(): boolean {
  const folder = join(dataDir, 'database')
  return existsSync(folder) && readdirSync(folder).length > 0
}

describe('the API on its local database', () => {
  it(
    `keeps every acknowledged workspace and no incomplete one after each of ${rounds} kills`,
    async () => {
      const creators = await WorkspaceCreator.make({ dataDir }, rounds)
      const outcome = await killRounds({ DATA_DIR: dataDir }, creators)
      console.log(outcome.map((round) => `${round.acknowledged} after ${round.killedAfterMs} ms`).join(', '))
      expect(outcome.filter((round) => round.lost.length > 0)).toEqual([])
      expect(outcome).toHaveLength(rounds)
      expect(await halfMade()).toBe(0)
    },
    limitMs,
  )

  it(
    'keeps running when a second API on the same folder exits with a message and code 1',
    async () => {
      const first = await ApiProcess.start({ DATA_DIR: dataDir })
      const second = await ApiProcess.spawn({ DATA_DIR: dataDir })
      expect(await second.exit()).toBe(1)
      expect(second.said.trim()).toBe(
        `The data folder ${dataDir} is in use by process ${first.pid}: stop that process first, or choose another folder with DATA_DIR.`,
      )
      await first.ready()
    },
    limitMs,
  )

  it(
    `starts after ${rounds} kills during its first start`,
    async () => {
      for (let round = 0; round < rounds; round++) {
        const api = await ApiProcess.spawn({ DATA_DIR: dataDir })
        while (api.isRunning && !hasDatabaseFiles()) await sleep(5)
        // Kills the first as early as possible, and the others at any time until the database is about ready.
        await sleep(round === 0 ? 0 : Math.random() * 2_000)
        await api.kill()
      }
      const api = await ApiProcess.start({ DATA_DIR: dataDir })
      await api.kill()
      expect(readdirSync(dataDir).filter((name) => name.startsWith('database.interrupted-'))).not.toEqual([])
      const [creator] = await WorkspaceCreator.make({ dataDir }, 1)
      const again = await ApiProcess.start({ DATA_DIR: dataDir })
      expect(await creator?.list(again.url)).toEqual([])
    },
    limitMs,
  )
})

describe('the API on PostgreSQL', () => {
  it(
    `keeps every acknowledged workspace after each of ${rounds} kills`,
    async () => {
      const postgres = await startTestPostgres()
      const databaseUrl = `${postgres.url}postgres`
      try {
        const creators = await WorkspaceCreator.make({ dataDir, databaseUrl }, rounds)
        const outcome = await killRounds({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl }, creators)
        expect(outcome.filter((round) => round.lost.length > 0)).toEqual([])
        expect(outcome).toHaveLength(rounds)
      } finally {
        await killAll()
        await postgres.remove()
      }
    },
    limitMs,
  )
})
