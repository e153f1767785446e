/** Concurrent requests on two processes write separate columns, keep every uniqueness rule and use a code once. */
import { account } from '@portal/contract/account/account'
import { handoff } from '@portal/contract/handoff/handoff'
import { members } from '@portal/contract/members/members'
import { staffPauses } from '@portal/contract/staff/pauses/pauses'
import { workspaces as workspaceCalls } from '@portal/contract/workspaces/workspaces'
import { describe, expect, it } from 'vitest'
import { makeWorkspace } from '../../apps/api/src/testing/factories.ts'
import { makePerson, mustSend, type Person, sendCall } from '../callers.ts'
import { meet, raceRounds, useTwoProcesses } from './two-processes.ts'

const two = useTwoProcesses()
const atOnce = 50

/** Alternates between the two processes. */
const either = (at: number) => (at % 2 ? two.current.first : two.current.second)
const times = <T>(many: number, make: (at: number) => T) => Array.from({ length: many }, (_, at) => make(at))

describe('fifty concurrent requests on two API processes', () => {
  it('leave exactly one default workspace', async () => {
    const { database } = two.current
    const owner = await makePerson(database)
    const ids: string[] = []
    for (let made = 0; made < atOnce; made += 1) ids.push((await makeWorkspace(database, owner.user)).id)
    for (let round = 0; round < raceRounds(20); round += 1) {
      const set = (workspaceId: string, at: number) => () =>
        mustSend(either(at), workspaceCalls.setDefault, { params: { workspaceId } }, owner)
      await meet(...ids.map(set))
      for (const api of [either(0), either(1)]) {
        const { body } = await mustSend(api, workspaceCalls.list, {}, owner)
        expect(body).toHaveLength(atOnce)
        expect(body.filter(({ isDefault }) => isDefault)).toHaveLength(1)
      }
    }
  })

  it('redeem a hand-off code once', async () => {
    const owner = await makePerson(two.current.database)
    const params = { workspaceId: (await makeWorkspace(two.current.database, owner.user)).id }
    for (let round = 0; round < raceRounds(50); round += 1) {
      const { location } = await mustSend(either(0), workspaceCalls.go, { params }, owner)
      const code = new URL(location ?? '').searchParams.get('code') ?? ''
      const redeem = (at: number) => sendCall(either(at), handoff.completeAuthConnect, { body: { code } })
      const statuses = (await Promise.all(times(atOnce, redeem))).map(({ status }) => status)
      expect(statuses.filter((status) => status === 200)).toHaveLength(1)
      // On a slow machine, a request that waits too long for the others gets 503.
      expect(statuses.filter((status) => status === 409 || status === 503)).toHaveLength(atOnce - 1)
    }
  })

  it('create one open invitation per address, ignoring case', async () => {
    const { database } = two.current
    const owner = await makePerson(database)
    const workspace = await makeWorkspace(database, owner.user)
    const params = { workspaceId: workspace.id }
    for (let round = 0; round < raceRounds(20); round += 1) {
      const ways = [`bob-${round}@example.com`, ` BOB-${round}@Example.com `]
      const invite = (at: number) => () => {
        const body = { email: ways[at % 3 === 0 ? 0 : 1] ?? '' }
        return mustSend(either(at), members.invite, { params, body }, owner)
      }
      await meet(...times(atOnce, invite))
      const { rows: open } = await database.queue.executeSql(
        `select id from workspace_invitations
        where workspace_id = $1 and num_nonnulls(accepted_at, declined_at, withdrawn_at) = 0`,
        [workspace.id],
      )
      expect(open).toHaveLength(round + 1)
      const { body: list } = await mustSend(either(round), members.list, { params }, owner)
      expect(list.filter(({ status }) => status === 'invited')).toHaveLength(round + 1)
    }
  })
})

describe('saves on one API process that race with a quarantine by staff on another', () => {
  const rounds = raceRounds(200)

  /** Every save that a user can have in flight. */
  function saves(person: Person, workspaceId: string, round: number) {
    const params = { workspaceId }
    const user = { userId: person.user.id }
    const isOn = round % 2 === 0
    const { first } = two.current
    const profile = { firstName: `Pat ${round}`, nickname: `pat${round}`, discordUsername: null }
    return [
      () => sendCall(first, account.update, { params: user, body: profile }, person),
      () => sendCall(first, account.completeProfile, { params: user, body: profile }, person),
      () => sendCall(first, workspaceCalls.setFavourite, { params, body: { isFavourite: isOn } }, person),
      () => sendCall(first, workspaceCalls.setHidden, { params, body: { isHidden: isOn } }, person),
      () => sendCall(first, workspaceCalls.setDefault, { params }, person),
      () => sendCall(first, workspaceCalls.update, { params, body: { displayName: `W ${round}` } }, person),
    ]
  }

  interface Quarantine {
    /** Starts or ends the quarantine as staff on the second process. Returns its start. */
    setTo: (isQuarantined: boolean) => Promise<string | null>
    /** Returns the start of the quarantine as seen by the first process. */
    since: () => Promise<string | null>
    errorType: string
  }

  /** Starts and ends the quarantine in each round while all saves are in flight. */
  async function goRounds(
    { setTo, since, errorType }: Quarantine,
    savesOf: (round: number) => ReturnType<typeof saves>,
  ): Promise<void> {
    let savedCount = 0
    let refusedCount = 0
    for (let round = 0; round < rounds; round += 1) {
      const [begun, ...saved] = await meet(() => setTo(true), ...savesOf(round))
      for (const reply of saved) {
        if (reply.status < 400) savedCount += 1
        else refusedCount += 1
        expect([undefined, errorType]).toContain(reply.errorType)
      }
      expect(begun).not.toBeNull()
      expect(await since()).toBe(begun)
      await meet(() => setTo(false), ...savesOf(round))
      expect(await since()).toBeNull()
    }
    console.log(`${savedCount} saves before the quarantine, ${refusedCount} refused after it`)
  }

  it(`neither clear nor restore the quarantine of a user, in ${rounds} rounds`, async () => {
    const { database, first, second } = two.current
    const staff = await makePerson(database, { email: 'person-races@systeminit.com' })
    const person = await makePerson(database)
    const workspace = await makeWorkspace(database, person.user)
    const params = { userId: person.user.id }
    const quarantine = {
      setTo: async (isQuarantined: boolean) => {
        const reply = await mustSend(
          second,
          staffPauses.setUserQuarantine,
          { params, body: { isQuarantined } },
          staff,
        )
        return reply.body.user.quarantinedAt
      },
      since: async () => (await mustSend(first, account.whoami, {}, person)).body.user.quarantinedAt,
      errorType: 'AccountQuarantined',
    }
    await goRounds(quarantine, (round) => saves(person, workspace.id, round))
  })

  it(`neither clear nor restore the quarantine of a workspace, in ${rounds} rounds`, async () => {
    const { database, first, second } = two.current
    const staff = await makePerson(database, { email: 'workspace-races@systeminit.com' })
    const person = await makePerson(database)
    const { id: workspaceId } = await makeWorkspace(database, person.user)
    const params = { workspaceId }
    const quarantine = {
      setTo: async (isQuarantined: boolean) => {
        const setQuarantine = staffPauses.setWorkspaceQuarantine
        const reply = await mustSend(second, setQuarantine, { params, body: { isQuarantined } }, staff)
        return reply.body.workspace.quarantinedAt
      },
      since: async () => (await mustSend(first, workspaceCalls.read, { params }, person)).body.quarantinedAt,
      errorType: 'WorkspaceQuarantined',
    }
    await goRounds(quarantine, (round) => saves(person, workspaceId, round))
  })
})
