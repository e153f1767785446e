/** The sign-offs of access reviews, and their evidence. */
import { accessReview, type ReviewInterval } from '@portal/contract/access-review/access-review'
import { limitSentence } from '@portal/contract/account-limits'
import { activity } from '@portal/contract/activity/activity'
import { dayMs } from '@portal/contract/durations'
import { members } from '@portal/contract/members/members'
import { webhooks } from '@portal/contract/webhooks/webhooks'
import { inArray } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import { makeWorkspace } from '../../testing/factories.ts'
import { makeSignedIn, type SignedIn } from '../../testing/make-signed-in.ts'
import { invite, makeTeam, type Team } from '../../testing/make-team.ts'
import { users } from '../account/user-table.ts'
import { countingStatuses } from '../billing/billing-rules.ts'
import { purge } from '../purge/purge-jobs.ts'
import { nextDueAt } from './access-review-rules.ts'
import { signOffs as signOffTable } from './access-review-table.ts'

const test = useTestApp()

const signOff = ({ params, owner }: Team, as: SignedIn = owner, headers: Record<string, string> = {}) =>
  test.send(accessReview.signOff, { params }, { session: as.session, headers })

const listed = async ({ params, owner }: Team) =>
  (await test.send(accessReview.listSignOffs, { params }, owner)).body

/** Returns the lines of the evidence without its header. */
async function evidenceOf({ params, owner }: Team, id: string): Promise<string[]> {
  const response = await test.app.inject({
    url: `/workspaces/${params.workspaceId}/accessReview/signOffs/${id}/evidence.csv`,
    headers: test.headersOf(owner),
  })
  expect(response.statusCode, response.payload).toBe(200)
  return response.payload.trimEnd().split('\r\n').slice(1)
}

const remove = ({ params, owner }: Team, { user }: SignedIn) =>
  test.send(members.remove, { params, body: { email: user.email } }, owner)

describe('accessReview.signOff', () => {
  it('keeps who signed, when, the counts, and the list as it was, even after it changes', async () => {
    const team = await makeTeam(test)
    await invite(test, team, 'new@example.com')
    const { body } = await signOff(team, team.approver)
    expect(body.signOff).toMatchObject({
      by: { userId: team.approver.user.id, email: 'approver@example.com' },
      entries: { members: 3, invitations: 1, serviceAccounts: 0, tokens: 0, trustRules: 0, webhooks: 0 },
    })
    await remove(team, team.editor)
    await remove(team, team.approver)
    const lines = await evidenceOf(team, body.signOff.id)
    expect(lines).toHaveLength(4)
    for (const email of ['owner', 'approver', 'editor', 'new'])
      expect(lines.filter((line) => line.includes(`"${email}@example.com"`))).not.toEqual([])
    const signed = `"${body.signOff.at}","approver@example.com"`
    expect(lines.filter((line) => !line.endsWith(signed))).toEqual([])
    expect((await listed(team)).signOffs).toEqual([body.signOff])
  })

  it('counts webhooks, and none for a sign-off from before they were covered', async () => {
    const team = await makeTeam(test)
    const { params, owner } = team
    const webhook = { url: 'https://hooks.example.com/', types: 'all' } as const
    await test.send(webhooks.create, { params, body: webhook }, owner)
    const { body } = await signOff(team)
    expect(body.signOff.entries.webhooks).toBe(1)
    expect((await evidenceOf(team, body.signOff.id)).at(-1)).toMatch(/^"Webhook","hooks\.example\.com"/)
    const { webhooks: _, ...older } = body.signOff.entries
    await test.database.orm.update(signOffTable).set({ counts: older })
    expect((await listed(team)).signOffs[0]?.entries).toEqual({ ...older, webhooks: 0 })
  })

  it('keeps both sign-offs of two reviewers who sign at the same time, newest first', async () => {
    const team = await makeTeam(test)
    const replies = await Promise.all([signOff(team), signOff(team, team.approver)])
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    const { signOffs } = await listed(team)
    expect(new Set(signOffs.map(({ by }) => by.email))).toEqual(
      new Set(['owner@example.com', 'approver@example.com']),
    )
    for (const { id } of signOffs) expect(await evidenceOf(team, id)).toHaveLength(3)
  })

  it('signs off once for a repeated request', async () => {
    const team = await makeTeam(test)
    const headers = { 'idempotency-key': 'review' }
    const [first, second] = [
      await signOff(team, team.owner, headers),
      await signOff(team, team.owner, headers),
    ]
    expect(second.body).toEqual(first.body)
    expect((await listed(team)).signOffs).toHaveLength(1)
  })

  it('is an event of the activity', async () => {
    const team = await makeTeam(test)
    await signOff(team)
    const { body } = await test.send(activity.list, { params: team.params, query: {} }, team.owner)
    expect(body[0]).toMatchObject({ act: 'access-review.signed-off', subject: '3 entries' })
  })

  it('is refused after ten sign-offs within 24 hours', async () => {
    const team = await makeTeam(test)
    for (let count = 0; count < 10; count += 1) expect((await signOff(team)).status).toBe(200)
    const refused = await signOff(team)
    expect(refused.error?.message).toBe(limitSentence('signOffsOfWorkspace', 10))
    test.clockOffsetMs = dayMs + 1
    expect((await signOff(team)).status).toBe(200)
  })
})

describe('accessReview.downloadSignOff', () => {
  it('answers 404 for a sign-off of another workspace', async () => {
    const team = await makeTeam(test)
    const { body } = await signOff(team)
    const stranger = await makeSignedIn(test)
    const own = await makeWorkspace(test.database, stranger.user)
    const params = { workspaceId: own.id, signOffId: body.signOff.id }
    const other = await test.send(accessReview.downloadSignOff, { params }, stranger)
    expect(other.status).toBe(404)
  })

  it('keeps the row of a member or invitee whose account is erased, without their name and address', async () => {
    const team = await makeTeam(test)
    const invitee = await makeSignedIn(test, { email: 'new@example.com' })
    await invite(test, team, 'new@example.com')
    const { body } = await signOff(team, team.approver)
    const gone = [team.approver, invitee].map(({ user }) => user.id)
    const deletedAt = new Date(Date.now() - 31 * dayMs)
    await test.database.orm.update(users).set({ deletedAt }).where(inArray(users.id, gone))
    await purge({ ...test.services, liveSubscriptions: countingStatuses })
    const lines = await evidenceOf(team, body.signOff.id)
    expect(lines).toHaveLength(4)
    expect(lines.filter((line) => /approver@|new@/.test(line))).toEqual([])
    expect(lines.filter((line) => line.startsWith('"Member","","","APPROVER"'))).toHaveLength(1)
    const { signOffs } = await listed(team)
    expect(signOffs[0]?.by).toEqual({ userId: team.approver.user.id, name: null, email: null })
  })
})

describe('accessReview.setReminder', () => {
  const setReminder = ({ params, owner }: Team, every: ReviewInterval | null) =>
    test.send(accessReview.setReminder, { params, body: { every } }, owner)
  const due = (from: Date | string) => nextDueAt(new Date(from), 'quarter').toISOString()

  it('counts from the last sign-off, and a sign-off moves the date', async () => {
    const team = await makeTeam(test)
    expect((await listed(team)).reminder).toEqual({ every: null, nextReviewAt: null })
    const { body } = await signOff(team)
    test.clockOffsetMs = 3 * dayMs
    const { reminder } = (await setReminder(team, 'quarter')).body
    expect(reminder).toEqual({ every: 'quarter', nextReviewAt: due(body.signOff.at) })
    const next = await signOff(team)
    expect((await listed(team)).reminder.nextReviewAt).toBe(due(next.body.signOff.at))
    expect((await setReminder(team, null)).body.reminder).toEqual({ every: null, nextReviewAt: null })
  })

  it('records a change once, and an unchanged choice not at all', async () => {
    const team = await makeTeam(test)
    for (const every of ['year', 'year', null] as const) await setReminder(team, every)
    const { body } = await test.send(activity.list, { params: team.params, query: {} }, team.owner)
    expect(body.map(({ act, subject }) => [act, subject])).toEqual([
      ['access-review.reminder-changed', 'None'],
      ['access-review.reminder-changed', 'Every year'],
    ])
  })
})
