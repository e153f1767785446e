import { accessReview, type ReviewInterval } from '@portal/contract/access-review/access-review'
import { dayMs } from '@portal/contract/durations'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { useTestApp } from '../../testing/build-test-app.ts'
import { makeTeam, type Team } from '../../testing/make-team.ts'
import { workspaces } from '../workspaces/workspace-table.ts'
import { sendReviewReminders } from './access-review-jobs.ts'
import { reviewReminders } from './access-review-table.ts'

const test = useTestApp()
const remind = () => sendReviewReminders(test.services)
const mailCounts = () =>
  ['owner', 'approver', 'editor'].map((name) => test.jobs.mailsTo(`${name}@example.com`).length)

const setReminder = ({ params, owner }: Team, every: ReviewInterval | null) =>
  test.send(accessReview.setReminder, { params, body: { every } }, owner)
const makeDue = (days: number) =>
  test.database.orm.update(reviewReminders).set({ dueAt: new Date(test.now().getTime() + days * dayMs) })

/** Creates a workspace whose review is due in three months. */
async function makeScene() {
  const team = await makeTeam(test)
  await setReminder(team, 'quarter')
  return team
}

describe('sendReviewReminders', () => {
  it('mails the owner and the approvers once when the review is due', async () => {
    const { workspace } = await makeScene()
    test.clockOffsetMs = 80 * dayMs
    await remind()
    expect(mailCounts()).toEqual([0, 0, 0])
    test.clockOffsetMs = 93 * dayMs
    await Promise.all([remind(), remind()])
    test.clockOffsetMs = 300 * dayMs
    await remind()
    expect(mailCounts()).toEqual([1, 1, 0])
    const [mail] = test.jobs.mailsTo('approver@example.com')
    expect(mail?.subject).toContain('Review who can act in the workspace')
    expect(mail?.text).toContain('It has never been signed off.')
    expect(mail?.text).toContain('trust rules and webhooks')
    expect(mail?.text).toContain(`/workspace/${workspace.id}/access-review`)
  })

  it('mails again when the next review after a sign-off is due', async () => {
    const { params, owner } = await makeScene()
    await makeDue(-1)
    await remind()
    await test.send(accessReview.signOff, { params }, owner)
    await remind()
    expect(mailCounts()).toEqual([1, 1, 0])
    test.clockOffsetMs = 93 * dayMs
    await remind()
    expect(mailCounts()).toEqual([2, 2, 0])
    expect(test.jobs.mailsTo('owner@example.com').at(-1)?.text).toContain('It was last signed off on')
  })

  it('mails no review twice when the owner turns the reminder off and on again', async () => {
    const team = await makeScene()
    await makeDue(-1)
    await remind()
    for (const every of [null, 'year', null, 'quarter'] as const) await setReminder(team, every)
    await makeDue(-1)
    await remind()
    expect(mailCounts()).toEqual([1, 1, 0])
    await setReminder(team, null)
    test.clockOffsetMs = 400 * dayMs
    await remind()
    expect(mailCounts()).toEqual([1, 1, 0])
  })

  it.each(['deletedAt', 'quarantinedAt'] as const)(
    'sends no mail while the workspace has %s',
    async (column) => {
      const { workspace } = await makeScene()
      test.clockOffsetMs = 93 * dayMs
      const set = (at: Date | null) =>
        test.database.orm
          .update(workspaces)
          .set({ [column]: at })
          .where(eq(workspaces.id, workspace.id))
      await set(test.now())
      await remind()
      expect(mailCounts()).toEqual([0, 0, 0])
      await set(null)
      await remind()
      expect(mailCounts()).toEqual([1, 1, 0])
    },
  )
})
