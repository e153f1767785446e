import type { Services } from '../../services.ts'
import { reviewDueMail } from './access-review-mails.ts'
import { claimDueReviews, listReviewerEmails } from './sign-off-store.ts'

/** Workspaces per transaction. Each can have many approvers. */
const batchSize = 20

type ReminderServices = Pick<Services, 'config' | 'database' | 'jobs' | 'now'>

/** Mails the owner and the approvers of workspaces whose access review is due, once. See docs/product/access-review.md#reminder. */
export async function sendReviewReminders(services: ReminderServices): Promise<void> {
  while ((await sendBatch(services)) === batchSize);
}

/** Returns the number of workspaces. */
async function sendBatch({ config, database, jobs, now }: ReminderServices): Promise<number> {
  return database.transaction(async (tx) => {
    const due = await claimDueReviews(tx, now(), batchSize)
    for (const review of due)
      for (const to of await listReviewerEmails(tx, review.workspaceId))
        await jobs.sendMail(tx, 'access-review.remind', reviewDueMail({ ...review, to }, config))
    return due.length
  })
}
