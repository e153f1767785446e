import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../apps/api/src/db/open-database.ts'
import { testLimits } from '../../apps/api/src/testing/open-test-database.ts'
import { removeLocalPostgres } from '../../tools/local-postgres/local-postgres.ts'
import { type ProcessGroup, startProcessGroup } from '../../tools/processes/process-group.ts'
import { makePerson, mustSend, type Person, sendCall } from '../callers.ts'
import { killAll, type ServerProcess, startApi } from '../processes.ts'
import { isLongRun } from './two-processes.ts'

/** 1 in `npm test` and 50 in `npm run test:long`. */
const rounds = Number(process.env.KILL_ROUNDS ?? 1)
const limitMs = 120_000 + rounds * 30_000
const latestKillMs = 1_500
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

/** Returns workspaces without an owner, which an incomplete transaction would leave. */
async function halfMade(): Promise<unknown[]> {
  const database = await openDatabase({ dataDir, ...testLimits })
  const { rows } = await database.queue.executeSql(`
    select id from workspaces where not exists (
      select from workspace_members where workspace_id = workspaces.id and role = 'OWNER')`)
  await database.close()
  return rows
}

/** A user who creates workspaces, and the ids that the API acknowledged. */
interface Creator {
  person: Person
  acknowledged: string[]
}

async function makeCreators(): Promise<Creator[]> {
  const database = await openDatabase({ dataDir, ...testLimits })
  const creators: Creator[] = []
  for (let made = 0; made < rounds; made += 1)
    creators.push({ person: await makePerson(database), acknowledged: [] })
  await database.close()
  return creators
}

/** Creates workspaces until the API or the database is gone. @throws on any response except a success and 503 */
async function createUntilGone(api: ServerProcess, { person, acknowledged }: Creator): Promise<void> {
  const body = { displayName: 'Made before a kill', instanceUrl: 'http://localhost:8080' }
  for (;;) {
    const reply = await sendCall(api, workspaces.create, { body }, person).catch((error: unknown) => {
      // The connection was cut.
      if (error instanceof TypeError) return undefined
      throw error
    })
    if (reply === undefined || reply.status === 503) return
    expect(reply.status).toBe(200)
    acknowledged.push(reply.body.newWorkspaceId)
  }
}

/** Returns acknowledged workspaces that are missing. */
async function missing(api: ServerProcess, { person, acknowledged }: Creator): Promise<string[]> {
  const { body } = await mustSend(api, workspaces.list, {}, person)
  const listed = new Set(body.map(({ id }) => id))
  return acknowledged.filter((id) => !listed.has(id))
}

type Killed = [what: string, pids: (api: ServerProcess) => (number | undefined)[], endsDatabase: boolean]

const everything: Killed = ['all of them', (api) => [api.pid, owner?.pid, postmasterPid()], true]
const parts: Killed[] = [
  ['the API', (api) => [api.pid], false],
  ['PostgreSQL', () => [postmasterPid()], true],
  ['the owner of PostgreSQL', () => [owner?.pid], true],
]

describe('the local run', () => {
  it.each(isLongRun ? [everything, ...parts] : [everything])(
    `keeps every acknowledged workspace and no incomplete one after each of ${rounds} kills of %s`,
    async (_what, targets, endsDatabase) => {
      await startDatabase()
      const creators = await makeCreators()
      const start = () => startApi({ DATA_DIR: dataDir, ACCOUNT_LIMITS: 'workspacesOwned=1000' })
      let api = await start()
      for (const [round, creator] of creators.entries()) {
        const creating = Promise.all([1, 2, 3].map(() => createUntilGone(api, creator)))
        // An earlier kill would prove nothing.
        await expect
          .poll(() => creator.acknowledged.length, { timeout: limitMs, interval: 5 })
          .toBeGreaterThan(0)
        await sleep(Math.random() * latestKillMs)
        for (const pid of targets(api)) if (pid !== undefined) process.kill(pid, 'SIGKILL')
        if (endsDatabase) await owner?.exitCode
        await api.kill()
        await creating
        if (endsDatabase) await startDatabase()
        api = await start()
        for (const earlier of creators.slice(0, round + 1)) expect(await missing(api, earlier)).toEqual([])
      }
      console.log(creators.map(({ acknowledged }) => acknowledged.length).join(', '), 'acknowledged')
      expect(await halfMade()).toEqual([])
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
      const database = await openDatabase({ dataDir, ...testLimits })
      await database.close()
    },
    limitMs,
  )
})
