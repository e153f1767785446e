/** Concurrent invitations, acceptances and removals. */
import { handoff } from '@portal/contract/handoff/handoff'
import { invitations } from '@portal/contract/invitations/invitations'
import { members } from '@portal/contract/members/members'
import { workspaces as workspaceCalls } from '@portal/contract/workspaces/workspaces'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import { makeSignedIn, type SignedIn } from '../../testing/make-signed-in.ts'
import { invite, join, makeTeam, type Team } from '../../testing/make-team.ts'
import { truncateAll } from '../../testing/open-test-database.ts'
import { workspaceActivity } from '../activity/activity-table.ts'
import { workspaceInvitations } from '../invitations/invitation-table.ts'
import { authTokens } from '../tokens/token-table.ts'

const test = useTestApp()
const bobsAddress = 'bob@example.com'
const statuses = (replies: { status: number }[]) => replies.map(({ status }) => status).sort()

/** Repeats the call if it waited too long behind other requests of the user. */
async function inviteWithRetries(params: Team['params'], email: string, as: SignedIn) {
  for (let attempt = 1; ; attempt += 1) {
    const reply = await test.send(members.invite, { params, body: { email } }, as)
    if (reply.status !== 429 || attempt === 10) return reply
  }
}

async function countOf(act: string): Promise<number> {
  const rows = await test.database.orm.select().from(workspaceActivity).where(eq(workspaceActivity.act, act))
  return rows.length
}

describe('concurrent changes of members', () => {
  it('create one invitation when an address is invited 50 times', async () => {
    const { params, owner, approver } = await makeTeam(test)
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        inviteWithRetries(params, bobsAddress, at % 2 ? owner : approver),
      ),
    )
    expect(statuses(replies)).toEqual(Array(50).fill(200))
    expect(await test.database.orm.select().from(workspaceInvitations)).toHaveLength(1)
    expect(await countOf('member.invited')).toBe(1)
  })

  it('invite 50 users when one owner invites 50 addresses at once', async () => {
    const { params, owner } = await makeTeam(test)
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, at) => inviteWithRetries(params, `bob-${at}@example.com`, owner)),
    )
    expect(statuses(replies)).toEqual(Array(50).fill(200))
    expect(await countOf('member.invited')).toBe(50)
  })

  it('add one member when an invitation is accepted 50 times', async () => {
    const team = await makeTeam(test)
    const bob = await makeSignedIn(test, { email: bobsAddress })
    const invitationId = await invite(test, team, bobsAddress)
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => test.send(invitations.accept, { params: { invitationId } }, bob)),
    )
    expect(statuses(replies)).toEqual([200, ...Array(49).fill(404)])
    expect(await countOf('member.joined')).toBe(1)
  })

  it('end an invitation once when it is accepted, declined, withdrawn and resent, without a deadlock', async () => {
    for (let round = 0; round < 10; round += 1) {
      await truncateAll(test.database)
      const team = await makeTeam(test)
      const bob = await makeSignedIn(test, { email: bobsAddress })
      const invitationId = await invite(test, team, bobsAddress)
      const params = { ...team.params, invitationId }
      const [accepted, declined, withdrawn, resent] = await Promise.all([
        test.send(invitations.accept, { params }, bob),
        test.send(invitations.decline, { params }, bob),
        test.send(invitations.withdraw, { params }, team.owner),
        test.send(invitations.resend, { params }, team.approver),
      ])
      expect([accepted, declined, withdrawn].filter(({ status }) => status < 300)).toHaveLength(1)
      expect([204, 404]).toContain(resent.status)
      const { status } = await test.send(members.list, { params }, bob)
      expect(status).toBe(accepted.status)
    }
  })

  it('give the member the role that was set last when the offered role changes during acceptance', async () => {
    for (let round = 0; round < 10; round += 1) {
      await truncateAll(test.database)
      const team = await makeTeam(test)
      const bob = await makeSignedIn(test, { email: bobsAddress })
      const invitationId = await invite(test, team, bobsAddress)
      const body = { userId: invitationId, role: 'APPROVER' as const }
      const [accepted, changed] = await Promise.all([
        test.send(invitations.accept, { params: { invitationId } }, bob),
        test.send(members.changeRole, { params: team.params, body }, team.owner),
      ])
      expect(accepted.status).toBe(200)
      expect([200, 404]).toContain(changed.status)
      const { body: list } = await test.send(members.list, { params: team.params }, bob)
      const rows = list.filter(({ email }) => email === bobsAddress)
      const role = changed.status === 200 ? 'APPROVER' : 'EDITOR'
      expect(rows).toMatchObject([{ userId: bob.user.id, role, status: 'active' }])
    }
  })

  it('leave no active token when a member is removed during a hand-off', async () => {
    for (let round = 0; round < 10; round += 1) {
      await truncateAll(test.database)
      const team = await makeTeam(test)
      const bob = await makeSignedIn(test, { email: bobsAddress })
      await join(test, team, bob)
      const opened = await test.send(workspaceCalls.go, { params: team.params }, bob)
      const code = new URL(String(opened.headers.location)).searchParams.get('code') ?? ''
      const [redeemed] = await Promise.all([
        test.send(handoff.completeAuthConnect, { body: { code } }),
        test.send(members.remove, { params: team.params, body: { email: bobsAddress } }, team.owner),
      ])
      expect(redeemed.status).toBeLessThan(500)
      await join(test, team, bob)
      const tokens = await test.database.orm.select().from(authTokens)
      expect(tokens).toHaveLength(redeemed.status === 200 ? 1 : 0)
      expect(tokens.every(({ revokedAt }) => revokedAt !== null)).toBe(true)
    }
  })
})
