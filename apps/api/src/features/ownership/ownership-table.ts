import { index } from 'drizzle-orm/pg-core'
import { instant, ulidColumn } from '../../db/columns.ts'
import { table } from '../../db/table.ts'
import { users } from '../account/user-table.ts'
import { workspaces } from '../workspaces/workspace-table.ts'

/** Ownership offers, at most one per workspace. See docs/product/ownership.md#offers. */
export const ownershipOffers = table('ownership_offers', {
  columns: {
    workspaceId: ulidColumn('workspace_id')
      .primaryKey()
      .references(() => workspaces.id),
    fromUserId: ulidColumn('from_user_id')
      .notNull()
      .references(() => users.id),
    toUserId: ulidColumn('to_user_id')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  people: {
    workspaceId: { deletedWith: workspaces },
    fromUserId: { deletedWith: users },
    toUserId: { deletedWith: users },
  },
  download: {
    ownershipOffers: { of: ['fromUserId', 'toUserId'], columns: 'all', orderBy: 'workspaceId' },
  },
  indexes: (t) => [
    index('ownership_offers_to_user_id').on(t.toUserId),
    index('ownership_offers_from_user_id').on(t.fromUserId),
  ],
})
