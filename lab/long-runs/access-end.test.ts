/** Access that is ended on one process is refused by every process and by the instance at the next call. */
import { account } from '@portal/contract/account/account'
import { handoff } from '@portal/contract/handoff/handoff'
import { members } from '@portal/contract/members/members'
import { myData } from '@portal/contract/my-data/my-data'
import { sessions } from '@portal/contract/sessions/sessions'
import { staffAccounts } from '@portal/contract/staff/accounts/accounts'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { describe, expect, it } from 'vitest'
import { makeSession } from '../../apps/api/src/testing/factories.ts'
import { mustSend, type Person, send, sendCall } from '../callers.ts'
import { all, good, type Team, useTeams } from './team.ts'
import { meet, raceRounds } from './two-processes.ts'

const { two, staff, join, makeTeam, codeOf, newToken, waysOf, atApi, answersTo, quarantine } = useTeams()

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
    await mustSend(two.current.second, staffAccounts.restore, { params, body: {} }, staff())
    const { id, token } = await makeSession(two.current.database, team.member.user)
    const back = { ...team, member: { ...team.member, session: token, sessionId: id } }
    await join(back)
    expect(await answersTo(await waysOf(back))).toEqual(all(good))
    expect(await answersTo(ways)).toEqual(all('TokenRevoked', 'signed out'))
  })
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
      way: 'by a navigation that continues to the provider and signs out there',
      end: (ending: Person) => send(`${two.current.second.url}/auth/logout`, 'GET', ending),
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
