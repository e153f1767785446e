import { reviewedKinds } from '@portal/contract/access-review/access-review'
import type { Orm } from '../../db/database.ts'
import { readPages } from '../../http/lists/read-pages.ts'
import { entryOf, type ReviewEntry } from './access-review-rules.ts'
import { readReviewed } from './access-review-store.ts'

/** Reads everything that a review covers as rows of the CSV file, one page at a time. */
export async function* readEntryPages(
  db: Orm,
  workspaceId: string,
  now: Date,
): AsyncGenerator<ReviewEntry[]> {
  for (const kind of reviewedKinds) {
    const pages = readPages(
      ({ limit, after = '' }) => readReviewed(db, kind, { workspaceId, now, afterId: after, limit }),
      ({ id }) => id,
    )
    for await (const rows of pages) yield rows.map((row) => entryOf(row, now))
  }
}
