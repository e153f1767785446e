import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeSession, makeUser, makeWorkspace } from '../../apps/api/src/testing/factories.ts'
import type { ApiProcess } from './api-process.ts'
import { raceRounds } from './race-rounds.ts'
import { startTwoProcesses, type TwoProcesses } from './two-processes.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'portal-handoff-'))
const rounds = raceRounds(50)
let two: TwoProcesses

beforeAll(async () => {
  two = await startTwoProcesses(dataDir)
}, 180_000)
afterAll(async () => {
  await two?.remove()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Opens a workspace as a browser does, and takes the code out of where it is sent. */
async function codeFor(api: ApiProcess, session: string, workspaceId: string): Promise<string> {
  const response = await fetch(`${api.url}/workspaces/${workspaceId}/go`, {
    redirect: 'manual',
    headers: { cookie: `portal_session=${session}` },
  })
  const code = new URL(response.headers.get('location') ?? '').searchParams.get('code')
  if (!code) throw new Error(`no code: ${response.status} ${response.headers.get('location')}`)
  return code
}

const redeem = (api: ApiProcess, code: string) =>
  fetch(`${api.url}/complete-auth-connect`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  })

describe('two processes on one PostgreSQL', () => {
  it('redeem a hand-off code once, of fifty tries at once on both', async () => {
    const owner = await makeUser(two.database)
    const workspace = await makeWorkspace(two.database, owner)
    const { token } = await makeSession(two.database, owner)
    for (let round = 0; round < rounds; round++) {
      const code = await codeFor(two.first, token, workspace.id)
      const tries = Array.from({ length: 50 }, (_, at) => redeem(at % 2 ? two.first : two.second, code))
      const statuses = (await Promise.all(tries)).map(({ status }) => status)
      expect(statuses.filter((status) => status === 200)).toHaveLength(1)
      expect(statuses.filter((status) => status === 400)).toHaveLength(49)
    }
  })

  it('refuse on one what was ended on the other, at the next call', async () => {
    const owner = await makeUser(two.database)
    const { token } = await makeSession(two.database, owner)
    const headers = { cookie: `portal_session=${token}` }
    expect((await fetch(`${two.second.url}/whoami`, { headers })).status).toBe(200)
    await fetch(`${two.first.url}/auth/logout`, { redirect: 'manual', headers })
    expect((await fetch(`${two.second.url}/whoami`, { headers })).status).toBe(401)
  })
})
