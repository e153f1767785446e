/** A workspace has exactly one owner, whichever requests race on two processes. */
import { members } from '@portal/contract/members/members'
import { myData } from '@portal/contract/my-data/my-data'
import { ownership } from '@portal/contract/ownership/ownership'
import { workspaces as workspaceCalls } from '@portal/contract/workspaces/workspaces'
import { and, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { workspaceMembers } from '../../apps/api/src/features/members/member-table.ts'
import { workspaces } from '../../apps/api/src/features/workspaces/workspace-table.ts'
import { addMember, makeWorkspace } from '../../apps/api/src/testing/factories.ts'
import { makePerson, mustSend, type Person, sendCall } from '../callers.ts'
import { meet, raceRounds, useTwoProcesses } from './two-processes.ts'

const two = useTwoProcesses()
const rounds = raceRounds(100)

interface Offered {
  giver: Person
  taker: Person
  approver: Person
  params: { workspaceId: string }
}

/** A workspace whose owner offered it to an editor. An approver is also a member. */
async function makeOffer(): Promise<Offered> {
  const { database, first } = two.current
  const [giver, taker, approver] = [
    await makePerson(database),
    await makePerson(database),
    await makePerson(database),
  ]
  const workspace = await makeWorkspace(database, giver.user)
  await addMember(database, workspace, taker.user, 'EDITOR')
  await addMember(database, workspace, approver.user, 'APPROVER')
  const params = { workspaceId: workspace.id }
  await mustSend(first, ownership.offer, { params, body: { userId: taker.user.id } }, giver)
  return { giver, taker, approver, params }
}

/** Returns the only owner, after checking that members and workspace agree on both processes. */
async function ownerOf({ params }: Offered): Promise<string | undefined> {
  const owners = await two.current.database.orm
    .select({ userId: workspaceMembers.userId, creatorUserId: workspaces.creatorUserId })
    .from(workspaceMembers)
    .innerJoin(workspaces, eq(workspaces.id, workspaceMembers.workspaceId))
    .where(and(eq(workspaces.id, params.workspaceId), eq(workspaceMembers.role, 'OWNER')))
  expect(owners).toHaveLength(1)
  expect(owners[0]?.userId).toBe(owners[0]?.creatorUserId)
  return owners[0]?.userId
}

type Api = { url: string }
type Answer = { status: number; errorType: string | undefined }
const said = ({ status, errorType }: Answer) => (errorType ? `${status} ${errorType}` : `${status}`)

const accept = (api: Api, { params, taker }: Offered) => sendCall(api, ownership.accept, { params }, taker)

/**
 * In each round, one process accepts the offer while the other handles `act`. The processes swap roles after each round.
 * Each round must end in one of `endings`, which map the two responses to the resulting owner.
 */
async function meetAcceptance(
  act: (api: Api, offered: Offered) => Promise<Answer>,
  endings: Record<string, 'giver' | 'taker'>,
): Promise<void> {
  const { first, second } = two.current
  const seen: Record<string, number> = {}
  for (let round = 0; round < rounds; round += 1) {
    const [here, there] = round % 2 ? [first, second] : [second, first]
    const offered = await makeOffer()
    const [accepted, other] = await meet(
      () => accept(here, offered),
      () => act(there, offered),
    )
    const ending = `${said(accepted)}, ${said(other)}`
    expect(Object.keys(endings)).toContain(ending)
    expect(await ownerOf(offered)).toBe(offered[endings[ending] ?? 'giver'].user.id)
    seen[ending] = (seen[ending] ?? 0) + 1
  }
  const counts = Object.entries(seen).map(([ending, times]) => `${times} × (${ending})`)
  console.log(counts.join(', '))
}

describe('an ownership offer that is accepted on one API process', () => {
  it(`transfers ownership once if it is concurrently accepted on the other, in ${rounds} rounds`, async () => {
    await meetAcceptance(accept, { '204, 404 NotFound': 'taker', '404 NotFound, 204': 'taker' })
  })

  it(`leaves one owner if the owner is concurrently removed, in ${rounds} rounds`, async () => {
    await meetAcceptance(
      (api, { params, giver, approver }) =>
        sendCall(api, members.remove, { params, body: { email: giver.user.email } }, approver),
      { '204, 200': 'taker', '204, 409 OwnerLocked': 'taker' },
    )
  })

  it(`leaves one owner if the accepting member is concurrently removed, in ${rounds} rounds`, async () => {
    await meetAcceptance(
      (api, { params, taker, approver }) =>
        sendCall(api, members.remove, { params, body: { email: taker.user.email } }, approver),
      { '204, 409 OwnerLocked': 'taker', '404 NotFound, 200': 'giver' },
    )
  })

  it(`leaves one owner if the owner concurrently deletes the workspace, in ${rounds} rounds`, async () => {
    await meetAcceptance(
      (api, { params, giver }) => sendCall(api, workspaceCalls.delete, { params }, giver),
      { '204, 403 NotAllowed': 'taker', '404 NotFound, 200': 'giver' },
    )
  })

  it(`leaves one owner if the owner concurrently withdraws it, in ${rounds} rounds`, async () => {
    await meetAcceptance((api, { params, giver }) => sendCall(api, ownership.withdraw, { params }, giver), {
      '204, 403 NotAllowed': 'taker',
      '404 NotFound, 204': 'giver',
    })
  })

  it(`leaves one owner if another member concurrently accepts a newer offer, in ${rounds} rounds`, async () => {
    const { first, second } = two.current
    for (let round = 0; round < rounds; round += 1) {
      const offered = await makeOffer()
      const { params, giver, taker, approver } = offered
      const [accepted, , other] = await meet(
        () => accept(second, offered),
        () => sendCall(first, ownership.offer, { params, body: { userId: approver.user.id } }, giver),
        () => sendCall(second, ownership.accept, { params }, approver),
      )
      const takers = [
        ...(accepted.status === 204 ? [taker.user.id] : []),
        ...(other.status === 204 ? [approver.user.id] : []),
      ]
      expect(takers.length).toBeLessThanOrEqual(1)
      expect(await ownerOf(offered)).toBe(takers[0] ?? giver.user.id)
    }
  })

  it(`leaves one owner if both users concurrently delete their accounts, in ${rounds} rounds`, async () => {
    const { first, second } = two.current
    const deleteAccount = (api: Api, person: Person) => {
      const input = { params: { userId: person.user.id }, body: { confirmation: person.user.email } }
      return sendCall(api, myData.deleteAccount, input, person)
    }
    for (let round = 0; round < rounds; round += 1) {
      const offered = await makeOffer()
      const [accepted, givers, takers] = await meet(
        () => accept(round % 2 ? first : second, offered),
        () => deleteAccount(second, offered.giver),
        () => deleteAccount(first, offered.taker),
      )
      const hasMoved = accepted.status === 204
      expect(await ownerOf(offered)).toBe((hasMoved ? offered.taker : offered.giver).user.id)
      // An owner of a workspace with other members can't delete the account.
      expect(said(hasMoved ? takers : givers)).toBe('409 Conflict')
    }
  })
})
