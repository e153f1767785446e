/** A member of a workspace, with every way of access: API, instance and browser. */
import { setTimeout as sleep } from 'node:timers/promises'
import { handoff } from '@portal/contract/handoff/handoff'
import { invitations } from '@portal/contract/invitations/invitations'
import { members } from '@portal/contract/members/members'
import { service } from '@portal/contract/service/service'
import { staffPauses } from '@portal/contract/staff/pauses/pauses'
import { tokens } from '@portal/contract/tokens/tokens'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { beforeAll, expect } from 'vitest'
import { makeWorkspace } from '../../apps/api/src/testing/factories.ts'
import { TestBrowser } from '../../stand-ins/serving/testing/test-browser.ts'
import { makePerson, mustSend, type Person, sendCall } from '../callers.ts'
import { type ServerProcess, startInstance } from '../processes.ts'
import { useTwoProcesses } from './two-processes.ts'

export interface Team {
  owner: Person
  member: Person
  params: { workspaceId: string }
}

/** A member's API token, instance token and a browser that is signed in at the instance. */
export interface Ways {
  api: string
  instance: string
  browser: TestBrowser
}

export const good = 'good'

/** What every way answers. `page` is the answer to the browser. */
export const all = (answer: string, page = answer) => ({
  api: answer,
  instance: answer,
  apiAtInstance: answer,
  instanceAtInstance: answer,
  page,
})

const unavailable = /status 503|DatabaseUnavailable|ServiceOverloaded/
const mostTries = 20

/** Two API processes and an instance that uses the first. Tests end access on the second. */
export function useTeams() {
  const two = useTwoProcesses()
  let instance: ServerProcess
  let staff: Person

  beforeAll(async () => {
    instance = await startInstance(two.current.first.url, two.current.dataDir)
    staff = await makePerson(two.current.database, { email: 'long-run@systeminit.com' })
  })

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

  const codeOf = async (team: Team) => (await opened(team)).searchParams.get('code') ?? ''

  const newToken = ({ member, params }: Team) =>
    sendCall(two.current.second, tokens.create, { params, body: { name: 'CI', expiration: '1h' } }, member)

  async function waysOf(team: Team): Promise<Ways> {
    const browser = new TestBrowser(instance.url)
    await browser.visit(await opened(team))
    const code = await codeOf(team)
    const redeemed = await mustSend(two.current.second, handoff.completeAuthConnect, { body: { code } })
    return { api: (await newToken(team)).body.token, instance: redeemed.body.token, browser }
  }

  async function atApi(bearer: string): Promise<string> {
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

  /** Returns how the first process and the instance respond to each credential. Retries while the API is unavailable. */
  async function answersTo(ways: Ways, tries = 1) {
    const { text } = await ways.browser.visit('/')
    const answers = {
      api: await atApi(ways.api),
      instance: await atApi(ways.instance),
      apiAtInstance: await atInstance(ways.api),
      instanceAtInstance: await atInstance(ways.instance),
      page: text.includes('Hello, ') ? good : (/<code>(\w+)<\/code>/.exec(text)?.[1] ?? 'signed out'),
    }
    const isUnavailable = Object.values(answers).some((answer) => unavailable.test(answer ?? ''))
    if (!isUnavailable || tries === mostTries) return answers
    await sleep(250)
    return answersTo(ways, tries + 1)
  }

  const quarantine = (isQuarantined: boolean, { member }: Team, until?: string) => {
    const input = { params: { userId: member.user.id }, body: { isQuarantined, until } }
    return mustSend(two.current.second, staffPauses.setUserQuarantine, input, staff)
  }

  return {
    two,
    staff: () => staff,
    ...{ join, makeTeam, codeOf, newToken, waysOf, atApi, answersTo, quarantine },
  }
}
