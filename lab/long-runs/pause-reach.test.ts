/**
 * A pause that staff start on one process also applies to sessions and tokens on the other process and at the instance.
 * It expires once, even with several processes.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { account } from '@portal/contract/account/account'
import { staffPauses } from '@portal/contract/staff/pauses/pauses'
import { staffRecords } from '@portal/contract/staff/records/records'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { expect, it } from 'vitest'
import { makeSession } from '../../apps/api/src/testing/factories.ts'
import { type As, mustSend, sendCall } from '../callers.ts'
import { all, good, type Team, useTeams, type Ways } from './team.ts'
import { isLongRun, raceRounds } from './two-processes.ts'

const { two, staff, makeTeam, waysOf, answersTo, quarantine } = useTeams()
const rounds = raceRounds(20)

const listWorkspaces = (as: As) => sendCall(two.current.first, workspaces.list, {}, as)

const everyAnswer = async ({ member }: Team, ways: Ways) => ({
  session: (await listWorkspaces(member)).errorType ?? good,
  ...(await answersTo(ways)),
})
const every = (answer: string) => ({ session: answer, ...all(answer) })

it.each([
  {
    pause: 'a user quarantine',
    whilePaused: every('AccountQuarantined'),
    set: quarantine,
  },
  {
    pause: 'a user suspension',
    whilePaused: every('AccountSuspended'),
    set: (isSuspended: boolean, { member }: Team) => {
      const input = { params: { userId: member.user.id }, body: { isSuspended } }
      return mustSend(two.current.second, staffPauses.setUserSuspension, input, staff())
    },
  },
  {
    pause: 'a workspace quarantine',
    // The user's session still works, because only the workspace is paused.
    whilePaused: { ...every('WorkspaceQuarantined'), session: good },
    set: (isQuarantined: boolean, { params }: Team) => {
      const input = { params, body: { isQuarantined } }
      return mustSend(two.current.second, staffPauses.setWorkspaceQuarantine, input, staff())
    },
  },
])(
  `$pause on one API process starts and ends with the next request to the other and to the instance, in ${rounds} rounds`,
  async ({ whilePaused, set }) => {
    const team = await makeTeam()
    const ways = await waysOf(team)
    for (let round = 0; round < rounds; round += 1) {
      await set(true, team)
      expect(await everyAnswer(team, ways)).toEqual(whilePaused)
      await set(false, team)
      expect(await everyAnswer(team, ways)).toEqual(every(good))
    }
  },
)

it('a user quarantine keeps the account and refuses new sessions until it ends', async () => {
  const team = await makeTeam()
  await quarantine(true, team)
  const confined = await mustSend(two.current.first, account.whoami, {}, team.member)
  expect(confined.body.user.quarantinedAt).not.toBeNull()
  const { token: session } = await makeSession(two.current.database, team.member.user)
  expect((await listWorkspaces({ session })).errorType).toBe('AccountQuarantined')
  await quarantine(false, team)
  expect((await listWorkspaces({ session })).status).toBe(200)
})

// The job that expires pauses runs every minute, so only the long run waits for it.
it.runIf(isLongRun)(
  'a user quarantine on two API processes expires exactly once, within two minutes of its end date',
  async () => {
    const team = await makeTeam()
    const ways = await waysOf(team)
    await quarantine(true, team, new Date(Date.now() + 2_000).toISOString())
    expect(await everyAnswer(team, ways)).toEqual(every('AccountQuarantined'))
    const deadline = Date.now() + 120_000
    while ((await listWorkspaces(team.member)).status !== 200 && Date.now() < deadline) await sleep(1_000)
    expect(await everyAnswer(team, ways)).toEqual(every(good))
    const { body } = await mustSend(two.current.first, staffRecords.list, {}, staff())
    const ends = body.filter(
      ({ aboutUser, act }) => act === 'person.unquarantined' && aboutUser?.id === team.member.user.id,
    )
    expect(ends).toMatchObject([{ staff: null, after: { automatic: true } }])
  },
)
