/**
 * A pause that staff start on one process also applies to sessions and tokens on the other process and at the instance.
 * It expires once, even with several processes.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { account } from '@portal/contract/account/account'
import { service } from '@portal/contract/service/service'
import { staffPauses } from '@portal/contract/staff/pauses/pauses'
import { staffRecords } from '@portal/contract/staff/records/records'
import { tokens } from '@portal/contract/tokens/tokens'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeSession, makeWorkspace } from '../../apps/api/src/testing/factories.ts'
import { TestBrowser } from '../../stand-ins/serving/testing/test-browser.ts'
import { type InstanceProcess, startInstance } from './instance-process.ts'
import { makePerson, type Person } from './make-person.ts'
import { raceRounds } from './race-rounds.ts'
import { mustSend, sendCall } from './send-call.ts'
import { useTwoProcesses } from './use-two-processes.ts'

const two = useTwoProcesses()
const rounds = raceRounds(20)
let instance: InstanceProcess
let staff: Person

beforeAll(async () => {
  // The instance uses the first process. Staff use the second.
  instance = await startInstance(two.current.first.url, two.dataDir)
  staff = await makePerson(two.current.database, { email: 'pause-reach@systeminit.com' })
})
afterAll(() => instance?.stop())

interface Setting {
  person: Person
  workspaceId: string
  token: string
  browser: TestBrowser
}

async function makeSetting(): Promise<Setting> {
  const { database, first } = two.current
  const person = await makePerson(database)
  const { id: workspaceId } = await makeWorkspace(database, person.user, { instanceUrl: instance.url })
  const params = { workspaceId }
  const { body } = await mustSend(
    first,
    tokens.create,
    { params, body: { name: 'CI', expiration: '1h' } },
    person,
  )
  const browser = new TestBrowser(instance.url)
  const { location } = await mustSend(first, workspaces.go, { params }, person)
  await browser.visit(new URL(location ?? ''))
  return { person, workspaceId, token: body.token, browser }
}

const good = 'good'

/** Returns the responses to the session, the API token and the browser at the instance. */
async function answersTo({ person, token, browser }: Setting) {
  const { first } = two.current
  const session = await sendCall(first, workspaces.list, {}, person)
  const bearer = await sendCall(first, service.root, {}, { bearer: token })
  const { text } = await browser.visit('/')
  return [
    session.errorType ?? good,
    bearer.errorType ?? good,
    text.includes('Hello, ') ? good : (/<code>(\w+)<\/code>/.exec(text)?.[1] ?? 'signed out'),
  ]
}

const all = (answer: string) => [answer, answer, answer]

const ways = [
  {
    pause: 'a user quarantine',
    whilePaused: all('AccountQuarantined'),
    set: ({ person }: Setting, isQuarantined: boolean) => {
      const params = { userId: person.user.id }
      return mustSend(
        two.current.second,
        staffPauses.setUserQuarantine,
        { params, body: { isQuarantined } },
        staff,
      )
    },
  },
  {
    pause: 'a user suspension',
    whilePaused: all('AccountSuspended'),
    set: ({ person }: Setting, isSuspended: boolean) => {
      const params = { userId: person.user.id }
      return mustSend(
        two.current.second,
        staffPauses.setUserSuspension,
        { params, body: { isSuspended } },
        staff,
      )
    },
  },
  {
    pause: 'a workspace quarantine',
    // The user's session still works, because only the workspace is paused.
    whilePaused: [good, 'WorkspaceQuarantined', 'WorkspaceQuarantined'],
    set: ({ workspaceId }: Setting, isQuarantined: boolean) => {
      const params = { workspaceId }
      return mustSend(
        two.current.second,
        staffPauses.setWorkspaceQuarantine,
        { params, body: { isQuarantined } },
        staff,
      )
    },
  },
]

it.each(ways)(
  `$pause on one API process starts and ends with the next request to the other and to the instance, in ${rounds} rounds`,
  async ({ whilePaused, set }) => {
    const setting = await makeSetting()
    for (let round = 0; round < rounds; round += 1) {
      await set(setting, true)
      expect(await answersTo(setting)).toEqual(whilePaused)
      await set(setting, false)
      expect(await answersTo(setting)).toEqual(all(good))
    }
  },
)

it('a user quarantine keeps the account and refuses new sessions until it ends', async () => {
  const setting = await makeSetting()
  const [quarantine] = ways
  await quarantine?.set(setting, true)
  const confined = await mustSend(two.current.first, account.whoami, {}, setting.person)
  expect(confined.body.user.quarantinedAt).not.toBeNull()
  const { token: session } = await makeSession(two.current.database, setting.person.user)
  const again = () => sendCall(two.current.first, workspaces.list, {}, { session })
  expect((await again()).errorType).toBe('AccountQuarantined')
  await quarantine?.set(setting, false)
  expect((await again()).status).toBe(200)
})

/** The job that expires pauses runs every minute, so only the long run waits for it. */
const isLongRun = raceRounds(10) === 10

it.runIf(isLongRun)(
  'a user quarantine on two API processes expires exactly once, within two minutes of its end date',
  async () => {
    const { first, second } = two.current
    const setting = await makeSetting()
    const params = { userId: setting.person.user.id }
    const until = new Date(Date.now() + 2_000).toISOString()
    await mustSend(
      second,
      staffPauses.setUserQuarantine,
      { params, body: { isQuarantined: true, until } },
      staff,
    )
    expect(await answersTo(setting)).toEqual(all('AccountQuarantined'))
    const deadline = Date.now() + 120_000
    while ((await answersTo(setting))[0] !== good && Date.now() < deadline) await sleep(1_000)
    expect(await answersTo(setting)).toEqual(all(good))
    const { body } = await mustSend(first, staffRecords.list, {}, staff)
    const ends = body.filter(
      ({ aboutUser, act }) => act === 'person.unquarantined' && aboutUser?.id === params.userId,
    )
    expect(ends).toMatchObject([{ staff: null, after: { automatic: true } }])
  },
)
