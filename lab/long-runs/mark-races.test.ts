/** Saves at once on two processes: each writes its own columns, and what must be one is one (RULES sections 5 and 6). */
import { account } from '@portal/contract/account'
import { members } from '@portal/contract/members'
import { people } from '@portal/contract/people'
import { workspaces as workspaceCalls } from '@portal/contract/workspaces'
import { and, count, eq, isNull } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { workspaceInvitations } from '../../apps/api/src/db/schema/invitations.ts'
import { makeWorkspace } from '../../apps/api/src/testing/factories.ts'
import { makePerson, type Person } from './make-person.ts'
import { meet, raceRounds } from './race-rounds.ts'
import { mustSend, sendCall } from './send-call.ts'
import { useTwoProcesses } from './use-two-processes.ts'

const two = useTwoProcesses()
const atOnce = 50

/** One of the two, by turns. */
const either = (at: number) => (at % 2 ? two.current.first : two.current.second)
const times = <T>(many: number, make: (at: number) => T) => Array.from({ length: many }, (_, at) => make(at))

describe('fifty at once on two processes', () => {
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

  it('make one open invitation of one address, however it is written', async () => {
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
      const [open] = await database.orm
        .select({ rows: count() })
        .from(workspaceInvitations)
        .where(
          and(
            eq(workspaceInvitations.workspaceId, workspace.id),
            isNull(workspaceInvitations.acceptedAt),
            isNull(workspaceInvitations.declinedAt),
            isNull(workspaceInvitations.withdrawnAt),
          ),
        )
      expect(open?.rows).toBe(round + 1)
      const { body: list } = await mustSend(either(round), members.list, { params }, owner)
      expect(list.filter(({ status }) => status === 'invited')).toHaveLength(round + 1)
    }
  })
})

describe("a quarantine by staff outlives the person's saves under way on the other process", () => {
  const rounds = raceRounds(200)

  /** What a person might be saving, at this moment, everywhere. */
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
    /** By staff, on the second process; since when it is then. */
    setTo: (isQuarantined: boolean) => Promise<string | null>
    /** Since when it is, as the first process tells. */
    since: () => Promise<string | null>
    errorType: string
  }

  /** Begins and ends it round after round, each time with all the saves on their way. */
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
    console.log(`${savedCount} saves beside the quarantine, ${refusedCount} after it`)
  }

  it(`of the person, ${rounds} times, and its end stays its end`, async () => {
    const { database, first, second } = two.current
    const staff = await makePerson(database, { email: 'person-races@systeminit.com' })
    const person = await makePerson(database)
    const workspace = await makeWorkspace(database, person.user)
    const params = { userId: person.user.id }
    const quarantine = {
      setTo: async (isQuarantined: boolean) => {
        const reply = await mustSend(second, people.setQuarantine, { params, body: { isQuarantined } }, staff)
        return reply.body.user.quarantinedAt
      },
      since: async () => (await mustSend(first, account.whoami, {}, person)).body.user.quarantinedAt,
      errorType: 'AccountQuarantined',
    }
    await goRounds(quarantine, (round) => saves(person, workspace.id, round))
  })

  it(`of the workspace, ${rounds} times, and its end stays its end`, async () => {
    const { database, first, second } = two.current
    const staff = await makePerson(database, { email: 'workspace-races@systeminit.com' })
    const person = await makePerson(database)
    const { id: workspaceId } = await makeWorkspace(database, person.user)
    const params = { workspaceId }
    const quarantine = {
      setTo: async (isQuarantined: boolean) => {
        const { setQuarantine } = workspaceCalls
        const reply = await mustSend(second, setQuarantine, { params, body: { isQuarantined } }, staff)
        return reply.body.workspace.quarantinedAt
      },
      since: async () => (await mustSend(first, workspaceCalls.read, { params }, person)).body.quarantinedAt,
      errorType: 'WorkspaceQuarantined',
    }
    await goRounds(quarantine, (round) => saves(person, workspaceId, round))
  })
})
