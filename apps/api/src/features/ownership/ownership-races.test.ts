/** Concurrent changes of ownership. */
import { members } from '@portal/contract/members/members'
import { ownership } from '@portal/contract/ownership/ownership'
import { workspaces as workspaceCalls } from '@portal/contract/workspaces/workspaces'
import { and, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import { makeTeam, type Team } from '../../testing/make-team.ts'
import { truncateAll } from '../../testing/open-test-database.ts'
import { workspaceActivity } from '../activity/activity-table.ts'
import { workspaceMembers } from '../members/member-table.ts'
import { workspaces } from '../workspaces/workspace-table.ts'

const test = useTestApp()
const rounds = 10

async function repeat(work: (team: Team, round: number) => Promise<void>): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await truncateAll(test.database)
    await work(await makeTeam(test), round)
  }
}

/** Returns the owner, and expects the membership and the workspace to name the same user. */
async function ownerOf({ workspace }: Team): Promise<string | undefined> {
  const owners = await test.database.orm
    .select({ userId: workspaceMembers.userId, creatorUserId: workspaces.creatorUserId })
    .from(workspaceMembers)
    .innerJoin(workspaces, eq(workspaces.id, workspaceMembers.workspaceId))
    .where(and(eq(workspaces.id, workspace.id), eq(workspaceMembers.role, 'OWNER')))
  expect(owners).toHaveLength(1)
  expect(owners[0]?.userId).toBe(owners[0]?.creatorUserId)
  return owners[0]?.userId
}

const offerTo = ({ params, owner }: Team, userId: string) =>
  test.send(ownership.offer, { params, body: { userId } }, owner)

const statuses = (replies: { status: number }[]) => replies.map(({ status }) => status).sort()

describe('accepting an ownership offer', () => {
  it('succeeds once of 10 concurrent calls', async () => {
    await repeat(async (team) => {
      const { params, editor } = team
      await offerTo(team, editor.user.id)
      const calls = Array.from({ length: 10 }, () => test.send(ownership.accept, { params }, editor))
      expect(statuses(await Promise.all(calls))).toEqual([204, ...Array(9).fill(404)])
      expect(await ownerOf(team)).toBe(editor.user.id)
      const acts = await test.database.orm
        .select()
        .from(workspaceActivity)
        .where(eq(workspaceActivity.act, 'ownership.accepted'))
      expect(acts).toHaveLength(1)
    })
  })

  it('during the removal of the recipient leaves one of the two changes and exactly one owner', async () => {
    await repeat(async (team) => {
      const { params, editor, owner, approver } = team
      await offerTo(team, editor.user.id)
      const body = { email: editor.user.email }
      const [accepted, removed] = await Promise.all([
        test.send(ownership.accept, { params }, editor),
        test.send(members.remove, { params, body }, approver),
      ])
      const outcome = `${accepted.status} ${removed.status}`
      expect(['204 409', '404 200']).toContain(outcome)
      expect(await ownerOf(team)).toBe(accepted.status === 204 ? editor.user.id : owner.user.id)
    })
  })

  it('during another offer, its withdrawal and a refusal leaves exactly one owner', async () => {
    await repeat(async (team) => {
      const { params, editor, owner, approver } = team
      await offerTo(team, editor.user.id)
      const replies = await Promise.all([
        test.send(ownership.accept, { params }, editor),
        offerTo(team, approver.user.id),
        test.send(ownership.accept, { params }, approver),
        test.send(ownership.withdraw, { params }, owner),
        test.send(ownership.decline, { params }, editor),
      ])
      expect(replies.every(({ status }) => status < 500)).toBe(true)
      await ownerOf(team)
    })
  })

  it('during the deletion of the workspace leaves one of the two changes', async () => {
    await repeat(async (team) => {
      const { params, editor, owner } = team
      await offerTo(team, editor.user.id)
      const [accepted, deleted] = await Promise.all([
        test.send(ownership.accept, { params }, editor),
        test.send(workspaceCalls.delete, { params }, owner),
      ])
      expect(['204 403', '404 200']).toContain(`${accepted.status} ${deleted.status}`)
      expect(await ownerOf(team)).toBe(accepted.status === 204 ? editor.user.id : owner.user.id)
    })
  })

  it('refuses the former owner’s concurrent changes, or applies them first', async () => {
    await repeat(async (team) => {
      const { params, editor, owner, approver } = team
      await offerTo(team, editor.user.id)
      const body = { userId: approver.user.id, role: 'EDITOR' as const }
      const [accepted, changed] = await Promise.all([
        test.send(ownership.accept, { params }, editor),
        test.send(members.changeRole, { params, body }, owner),
        test.send(members.leave, { params }, owner),
      ])
      expect(accepted.status).toBe(204)
      expect([200, 403, 404]).toContain(changed.status)
      expect(await ownerOf(team)).toBe(editor.user.id)
    })
  })
})
