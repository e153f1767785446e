/** A workspace has exactly one owner, whatever two processes are asked at once (RULES section 6). */
import { members } from '@portal/contract/members'
import { myData } from '@portal/contract/my-data'
import { ownership } from '@portal/contract/ownership'
import { workspaces as workspaceCalls } from '@portal/contract/workspaces'
import { and, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { workspaceMembers, workspaces } from '../../apps/api/src/db/schema/workspaces.ts'
import { addMember, makeWorkspace } from '../../apps/api/src/testing/factories.ts'
import { makePerson, type Person } from './make-person.ts'
import { meet, raceRounds } from './race-rounds.ts'
import { mustSend, sendCall } from './send-call.ts'
import { useTwoProcesses } from './use-two-processes.ts'

const two = useTwoProcesses()
const rounds = raceRounds(100)

interface Offered {
  giver: Person
  taker: Person
  approver: Person
  params: { workspaceId: string }
}

/** A workspace that its owner has offered to an editor, with an approver beside them. */
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

/** The one owner there is, by the members and by the workspace itself, which also tell on the other process. */
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

type Answer = { status: number; errorType: string | undefined }
const said = (...answers: Answer[]) =>
  answers.map(({ status, errorType }) => (errorType ? `${status} ${errorType}` : status)).join(', ')

/**
 * Goes round after round, the processes changing places. Each round says how it ended, which is one of `endings` with the
 * owner that goes with it.
 */
async function race(
  round: (offered: Offered, api: { here: { url: string }; there: { url: string } }) => Promise<Answer[]>,
  endings: Record<string, 'giver' | 'taker'>,
): Promise<void> {
  const seen: Record<string, number> = {}
  for (let at = 0; at < rounds; at += 1) {
    const { first, second } = two.current
    const offered = await makeOffer()
    const api = at % 2 ? { here: first, there: second } : { here: second, there: first }
    const ending = said(...(await round(offered, api)))
    expect(Object.keys(endings)).toContain(ending)
    expect(await ownerOf(offered)).toBe(offered[endings[ending] ?? 'giver'].user.id)
    seen[ending] = (seen[ending] ?? 0) + 1
  }
  console.log(
    Object.entries(seen)
      .map(([ending, times]) => `${times} × (${ending})`)
      .join(', '),
  )
}

describe('an offer of ownership, accepted on one process', () => {
  const accept = (api: { url: string }, { params, taker }: Offered) =>
    sendCall(api, ownership.accept, { params }, taker)

  it(`counts once when it is accepted on the other at once, ${rounds} times`, async () => {
    await race(
      (offered, { here, there }) =>
        meet(
          () => accept(here, offered),
          () => accept(there, offered),
        ),
      {
        '204, 404 NotFound': 'taker',
        '404 NotFound, 204': 'taker',
      },
    )
  })

  it(`leaves one owner while its giver is removed, ${rounds} times`, async () => {
    const remove = (api: { url: string }, { params, giver, approver }: Offered) =>
      sendCall(api, members.remove, { params, body: { email: giver.user.email } }, approver)
    await race(
      (offered, { here, there }) =>
        meet(
          () => accept(here, offered),
          () => remove(there, offered),
        ),
      {
        '204, 200': 'taker',
        '204, 409 OwnerLocked': 'taker',
      },
    )
  })

  it(`leaves one owner while who accepts is removed, ${rounds} times`, async () => {
    const remove = (api: { url: string }, { params, taker, approver }: Offered) =>
      sendCall(api, members.remove, { params, body: { email: taker.user.email } }, approver)
    await race(
      (offered, { here, there }) =>
        meet(
          () => accept(here, offered),
          () => remove(there, offered),
        ),
      {
        '204, 409 OwnerLocked': 'taker',
        '404 NotFound, 200': 'giver',
      },
    )
  })

  it(`leaves one owner while its giver deletes the workspace, ${rounds} times`, async () => {
    const remove = (api: { url: string }, { params, giver }: Offered) =>
      sendCall(api, workspaceCalls.delete, { params }, giver)
    await race(
      (offered, { here, there }) =>
        meet(
          () => accept(here, offered),
          () => remove(there, offered),
        ),
      {
        '204, 403 NotAllowed': 'taker',
        '404 NotFound, 204': 'giver',
      },
    )
  })

  it(`leaves one owner while its giver withdraws it, ${rounds} times`, async () => {
    const withdraw = (api: { url: string }, { params, giver }: Offered) =>
      sendCall(api, ownership.withdraw, { params }, giver)
    await race(
      (offered, { here, there }) =>
        meet(
          () => accept(here, offered),
          () => withdraw(there, offered),
        ),
      { '204, 403 NotAllowed': 'taker', '404 NotFound, 204': 'giver' },
    )
  })

  it(`leaves one owner while its giver offers it to somebody else who accepts, ${rounds} times`, async () => {
    const offerAgain = ({ params, giver, approver }: Offered) =>
      sendCall(two.current.first, ownership.offer, { params, body: { userId: approver.user.id } }, giver)
    const acceptOther = (api: { url: string }, { params, approver }: Offered) =>
      sendCall(api, ownership.accept, { params }, approver)
    for (let at = 0; at < rounds; at += 1) {
      const offered = await makeOffer()
      const [one, , other] = await meet(
        () => accept(two.current.second, offered),
        () => offerAgain(offered),
        () => acceptOther(two.current.second, offered),
      )
      expect([one, other].filter(({ status }) => status === 204).length).toBeLessThanOrEqual(1)
      const owner =
        one.status === 204 ? offered.taker : other.status === 204 ? offered.approver : offered.giver
      expect(await ownerOf(offered)).toBe(owner.user.id)
    }
  })

  it(`leaves one owner while giver and taker delete their accounts, ${rounds} times`, async () => {
    const leave = (api: { url: string }, person: Person) => {
      const params = { userId: person.user.id }
      return sendCall(
        api,
        myData.deleteAccount,
        { params, body: { confirmation: person.user.email } },
        person,
      )
    }
    for (let at = 0; at < rounds; at += 1) {
      const offered = await makeOffer()
      const { first, second } = two.current
      const [accepted, givers, takers] = await meet(
        () => accept(at % 2 ? first : second, offered),
        () => leave(second, offered.giver),
        () => leave(first, offered.taker),
      )
      const owner = await ownerOf(offered)
      expect(owner).toBe((accepted.status === 204 ? offered.taker : offered.giver).user.id)
      // Who owns a workspace with other members keeps the account.
      const ownersWay = accepted.status === 204 ? takers : givers
      expect(said(ownersWay)).toBe('409 Conflict')
    }
  })
})
