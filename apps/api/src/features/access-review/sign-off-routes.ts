/** The sign-offs of access reviews and their reminder (docs/product/access-review.md#sign-off). */
import {
  accessReview,
  countReviewed,
  type ReviewReminder,
  type SignOff,
} from '@portal/contract/access-review/access-review'
import { fullName } from '@portal/contract/text/full-name'
import { isUlid } from '@portal/contract/text/text-rules'
import { ulid } from 'ulid'
import { checkLimit } from '../../guard/account-limits.ts'
import { createOnce } from '../../guard/idempotency-store.ts'
import { notFound } from '../../http/errors/refusal.ts'
import { csvOf } from '../../http/lists/csv-line.ts'
import { readListPage } from '../../http/lists/list-page.ts'
import { readPages } from '../../http/lists/read-pages.ts'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { changeWorkspace } from '../workspaces/workspace-change-actions.ts'
import { readEntryPages } from './access-review-actions.ts'
import { entryColumns, nextDueAt, type ReviewEntry } from './access-review-rules.ts'
import * as store from './sign-off-store.ts'

export function signOffRoutes(server: Server, services: Services): void {
  const { config, database } = services
  const db = database.orm

  // The lock of the workspace keeps what the evidence covers from changing while it is read.
  server.serve(accessReview.signOff, async (ask) => {
    const { workspaceId } = ask.params
    const by = ask.caller.person
    return changeWorkspace(services, accessReview.signOff, ask, async ({ tx, at, record }) => {
      const { result: signOffId } = await createOnce(tx, ask, at, async () => {
        const count = await store.countRecentSignOffs(tx, workspaceId, at)
        checkLimit('signOffsOfWorkspace', count, config)
        const entries: ReviewEntry[] = []
        for await (const page of readEntryPages(tx, workspaceId, at)) entries.push(...page)
        const id = ulid(at.getTime())
        const reviewer = { byUserId: by.id, byName: fullName(by), byEmail: by.email }
        const counts = countReviewed(entries)
        await store.insertSignOff(tx, { id, workspaceId, at, ...reviewer, counts }, entries)
        const reminder = await store.findReminder(tx, workspaceId)
        if (reminder?.every) {
          const { every } = reminder
          await store.saveReminder(tx, { workspaceId, every, dueAt: nextDueAt(at, every) })
        }
        await record(
          'access-review.signed-off',
          entries.length === 1 ? '1 entry' : `${entries.length} entries`,
        )
        return id
      })
      const signOff = await store.findSignOff(tx, workspaceId, signOffId)
      if (!signOff) throw notFound('sign-off')
      return { signOff: signOffBody(signOff) }
    })
  })

  server.serve(accessReview.listSignOffs, async (ask) => {
    const { workspaceId } = ask.params
    const rows = await readListPage(services, ask, {
      call: accessReview.listSignOffs,
      keyOf: ({ id }: store.SignOffRow) => [id] as const,
      findKey: (id) => (isUlid(id) ? ([id] as const) : undefined),
      read: ({ limit, after }) => store.listSignOffs(db, workspaceId, { limit, after: after?.[0] }),
    })
    const reminder = await store.findReminder(db, workspaceId)
    return { signOffs: rows.map(signOffBody), reminder: reminderBody(reminder) }
  })

  server.serve(accessReview.downloadSignOff, async ({ params: { workspaceId, signOffId } }) => {
    const signOff = await store.findSignOff(db, workspaceId, signOffId)
    if (!signOff) throw notFound('sign-off')
    const pages = readPages(
      (page) => store.listEntries(db, signOffId, page),
      ({ id }) => id,
    )
    const columns = {
      ...entryColumns(signOff.at),
      'Reviewed at': () => signOff.at.toISOString(),
      'Reviewed by': () => signOff.byEmail,
    }
    const day = signOff.at.toISOString().slice(0, 10)
    return { fileName: `access-review-${workspaceId}-${day}.csv`, text: await csvOf(columns, pages) }
  })

  server.serve(accessReview.setReminder, async (ask) => {
    const { workspaceId } = ask.params
    const { every } = ask.body
    return changeWorkspace(services, accessReview.setReminder, ask, async ({ tx, at, record }) => {
      const current = await store.findReminder(tx, workspaceId)
      if (every !== (current?.every ?? null)) {
        const [last] = await store.listSignOffs(tx, workspaceId, { limit: 1, after: undefined })
        const dueAt = every ? nextDueAt(last?.at ?? at, every) : at
        await store.saveReminder(tx, { workspaceId, every, dueAt })
        await record('access-review.reminder-changed', every ? `Every ${every}` : 'None')
      }
      return { reminder: reminderBody(await store.findReminder(tx, workspaceId)) }
    })
  })
}

const signOffBody = ({ id, at, byUserId, byName, byEmail, counts }: store.SignOffRow): SignOff => ({
  id,
  at: at.toISOString(),
  by: { userId: byUserId, name: byName, email: byEmail },
  entries: { webhooks: 0, ...counts },
})

const reminderBody = (reminder: Awaited<ReturnType<typeof store.findReminder>>): ReviewReminder => ({
  every: reminder?.every ?? null,
  nextReviewAt: reminder?.every ? reminder.dueAt.toISOString() : null,
})
