/** Access that is ended on one process is refused by every process and by the instance at the next call. */
import { setTimeout as sleep } from 'node:timers/promises'
import { account } from '@portal/contract/account/account'
import { handoff } from '@portal/contract/handoff/handoff'
import { invitations } from '@portal/contract/invitations/invitations'
import { members } from '@portal/contract/members/members'
import { myData } from '@portal/contract/my-data/my-data'
import { service } from '@portal/contract/service/service'
import { sessions } from '@portal/contract/sessions/sessions'
import { staffAccounts } from '@portal/contract/staff/accounts/accounts'
import { staffPauses } from '@portal/contract/staff/pauses/pauses'
import { tokens } from '@portal/contract/tokens/tokens'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeSession, makeWorkspace } from '../../apps/api/src/testing/factories.ts'
import { TestBrowser } from '../../stand-ins/serving/testing/test-browser.ts'
import { type InstanceProcess, startInstance } from './instance-process.ts'
import { makePerson, type Person } from './make-person.ts'
import { meet, raceRounds } from './race-rounds.ts'
import { mustSend, sendCall } from './send-call.ts'
import { useTwoProcesses } from './use-two-processes.ts'

const two = useTwoProcesses()
let instance: InstanceProcess
let staff: Person

beforeAll(async () => {
  // The instance uses the first process. The tests end access on the second.
  instance = await startInstance(two.current.first.url, two.dataDir)
  staff = await makePerson(two.current.database, { email: 'access-end@systeminit.com' })
})
afterAll(() => instance?.stop())

interface Team {
  owner: Person
  member: Person
  params: { workspaceId: string }
}

async function join({ owner, member, params }: Team): Promise<void> {
  const { first, second } = two.current
  const { email } = member.user
  const { body } = await mustSend(second, members.invite, { params, body: { email } }, owner)
  const invitationId = body.find((row) => row.email === email)?.invitation?.id ?? ''
  await mustSend(first, invitations.accept, { params: { invitationId } }, member)
}

async function makeTeam(): Promise<Team> {
  const { database } = two.current
  const owner = await makePerson(database)
  const workspace = await makeWorkspace(database, owner.user, { instanceUrl: instance.url })
  const team = { owner, member: await makePerson(database), params: { workspaceId: workspace.id } }
  await join(team)
  return team
}

/** Returns the redirect target when the member opens the workspace. */
async function opened({ member, params }: Team): Promise<URL> {
  const { location } = await mustSend(two.current.second, workspaces.go, { params }, member)
  // A refused navigation leads to the portal, which isn't running here.
  expect(location).toContain(`${instance.url}/`)
  return new URL(location ?? '')
}

async function codeOf(team: Team): Promise<string> {
  return (await opened(team)).searchParams.get('code') ?? ''
}

const newToken = ({ member, params }: Team) =>
  sendCall(two.current.second, tokens.create, { params, body: { name: 'CI', expiration: '1h' } }, member)

/** A member's API token, instance token and a browser that is signed in at the instance. */
interface Ways {
  api: string
  instance: string
  browser: TestBrowser
}

async function waysOf(team: Team): Promise<Ways> {
  const browser = new TestBrowser(instance.url)
  await browser.visit(await opened(team))
  const code = await codeOf(team)
  const redeemed = await mustSend(two.current.second, handoff.completeAuthConnect, { body: { code } })
  return { api: (await newToken(team)).body.token, instance: redeemed.body.token, browser }
}

const good = 'good'

async function atApi(bearer: string): Promise<string | undefined> {
  const { errorType } = await sendCall(two.current.first, service.root, {}, { bearer })
  const { body } = await mustSend(two.current.first, handoff.introspect, { body: { token: bearer } })
  expect(body.active).toBe(errorType === undefined)
  return errorType ?? good
}

async function atInstance(token: string): Promise<string | undefined> {
  const response = await fetch(`${instance.url}/api/check-token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  })
  const { active, reason } = (await response.json()) as { active: boolean; reason?: string }
  return active ? good : reason
}

async function readAnswers({ api, instance: web, browser }: Ways) {
  const { text } = await browser.visit('/')
  return {
    api: await atApi(api),
    instance: await atApi(web),
    apiAtInstance: await atInstance(api),
    instanceAtInstance: await atInstance(web),
    page: text.includes('Hello, ') ? good : (/<code>(\w+)<\/code>/.exec(text)?.[1] ?? 'signed out'),
  }
}

const unavailable = /status 503|DatabaseUnavailable|ServiceOverloaded/
const mostTries = 20

/** Returns how the first process and the instance respond to each credential. Retries while the API is unavailable. */
async function answersTo(ways: Ways) {
  for (let tries = 1; ; tries += 1) {
    const answers = await readAnswers(ways)
    const isUnavailable = Object.values(answers).some((answer) => unavailable.test(answer ?? ''))
    if (!isUnavailable || tries === mostTries) return answers
    await sleep(250)
  }
}

const all = (answer: string, page = answer) => ({
  api: answer,
  instance: answer,
  apiAtInstance: answer,
  instanceAtInstance: answer,
  page,
})

const quarantine = (isQuarantined: boolean, { member }: Team) => {
  const params = { userId: member.user.id }
  return mustSend(
    two.current.second,
    staffPauses.setUserQuarantine,
    { params, body: { isQuarantined } },
    staff,
  )
}

describe('access that was ended on one API process', () => {
  const remove = ({ owner, member, params }: Team) => {
    const body = { email: member.user.email }
    return mustSend(two.current.second, members.remove, { params, body }, owner)
  }
  const restoreWorkspace = ({ owner, params }: Team) =>
    mustSend(two.current.second, workspaces.restore, { params }, owner)

  it.each([
    { end: 'the member is removed', begin: remove, again: join },
    {
      end: 'the member leaves',
      begin: ({ member, params }: Team) => mustSend(two.current.second, members.leave, { params }, member),
      again: join,
    },
    {
      end: 'the workspace is deleted',
      begin: ({ owner, params }: Team) => mustSend(two.current.second, workspaces.delete, { params }, owner),
      again: restoreWorkspace,
    },
    {
      end: 'the member is removed during a quarantine',
      begin: async (team: Team) => {
        await quarantine(true, team)
        await remove(team)
        await quarantine(false, team)
      },
      again: join,
    },
  ])(
    'is refused by the other process and the instance after $end, and stays revoked when access is restored',
    async ({ begin, again }) => {
      const team = await makeTeam()
      const ways = await waysOf(team)
      expect(await answersTo(ways)).toEqual(all(good))
      await begin(team)
      expect(await answersTo(ways)).toEqual(all('TokenRevoked'))
      await again(team)
      expect(await answersTo(await waysOf(team))).toEqual(all(good))
      expect(await answersTo(ways)).toEqual(all('TokenRevoked', 'signed out'))
    },
  )

  it('is refused after the account is deleted, and stays revoked when account and membership are restored', async () => {
    const team = await makeTeam()
    const ways = await waysOf(team)
    const params = { userId: team.member.user.id }
    const body = { confirmation: team.member.user.email }
    await mustSend(two.current.second, myData.deleteAccount, { params, body }, team.member)
    expect(await answersTo(ways)).toEqual(all('NotSignedIn'))
    await mustSend(two.current.second, staffAccounts.restore, { params, body: {} }, staff)
    const { id, token } = await makeSession(two.current.database, team.member.user)
    const back = { ...team, member: { ...team.member, session: token, sessionId: id } }
    await join(back)
    expect(await answersTo(await waysOf(back))).toEqual(all(good))
    expect(await answersTo(ways)).toEqual(all('TokenRevoked', 'signed out'))
  })
})

describe('a pause that was started on one API process', () => {
  it.each([
    { pause: 'a user quarantine', errorType: 'AccountQuarantined', set: quarantine },
    {
      pause: 'a user suspension',
      errorType: 'AccountSuspended',
      set: (isSuspended: boolean, { member }: Team) => {
        const params = { userId: member.user.id }
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
      errorType: 'WorkspaceQuarantined',
      set: (isQuarantined: boolean, { params }: Team) =>
        mustSend(
          two.current.second,
          staffPauses.setWorkspaceQuarantine,
          { params, body: { isQuarantined } },
          staff,
        ),
    },
  ])(
    'disables tokens and instance sessions on the other process and at the instance until it ends: $pause',
    async ({ set, errorType }) => {
      const team = await makeTeam()
      const ways = await waysOf(team)
      await set(true, team)
      expect(await answersTo(ways)).toEqual(all(errorType))
      await set(false, team)
      expect(await answersTo(ways)).toEqual(all(good))
    },
  )
})

describe('removing a member on one API process', () => {
  const rounds = raceRounds(100)

  it(`revokes tokens that are concurrently created on the other, in ${rounds} rounds`, async () => {
    const { first, second } = two.current
    const team = await makeTeam()
    const { owner, member, params } = team
    for (let round = 0; round < rounds; round += 1) {
      const code = await codeOf(team)
      const [made, redeemed] = await meet(
        () => newToken(team),
        () => sendCall(second, handoff.completeAuthConnect, { body: { code } }),
        () => mustSend(first, members.remove, { params, body: { email: member.user.email } }, owner),
      )
      expect([200, 404]).toContain(made.status)
      expect([200, 404, 409]).toContain(redeemed.status)
      await join(team)
      for (const { status, body } of [made, redeemed])
        if (status === 200) expect(await atApi(body.token)).toBe('TokenRevoked')
    }
  })
})

describe('a session that was ended on one API process', () => {
  const ofUser = ({ user }: Person) => ({ userId: user.id })
  const isSignedIn = async ({ session }: Person) =>
    (await sendCall(two.current.first, account.whoami, {}, { session })).errorType ?? good

  it.each([
    {
      way: 'by signing out',
      end: (ending: Person) => mustSend(two.current.second, sessions.end, {}, ending),
    },
    {
      way: 'from another session',
      end: (ending: Person, other: Person) => {
        const params = { ...ofUser(other), sessionId: ending.sessionId }
        return mustSend(two.current.second, sessions.endOne, { params }, other)
      },
    },
    {
      way: 'with all other sessions',
      end: (_: Person, other: Person) =>
        mustSend(two.current.second, sessions.endOthers, { params: ofUser(other) }, other),
    },
  ])(
    '$way is refused by the other at the next call, as is the instance session started from it',
    async ({ end }) => {
      const team = await makeTeam()
      const { member } = team
      const { id, token } = await makeSession(two.current.database, member.user)
      const other = { user: member.user, session: token, sessionId: id }
      const ways = await waysOf(team)
      expect(await isSignedIn(member)).toBe(good)
      await end(member, other)
      expect(await isSignedIn(member)).toBe('SessionEnded')
      // API tokens still work, because they depend only on the membership.
      expect(await answersTo(ways)).toEqual({
        ...all('TokenRevoked'),
        api: good,
        apiAtInstance: good,
      })
      expect(await isSignedIn(other)).toBe(good)
    },
  )
})
