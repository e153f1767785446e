import {
  deliveriesKeptDays,
  type deliveryKinds,
  type WebhookDisabledReason,
} from '@portal/contract/webhooks/webhooks'
import { index, integer, jsonb, text } from 'drizzle-orm/pg-core'
import { bytes, instant, ulidColumn } from '../../db/columns.ts'
import { kept, table } from '../../db/table.ts'
import { users } from '../account/user-table.ts'
import { workspaces } from '../workspaces/workspace-table.ts'

const ofWorkspace = () =>
  ulidColumn('workspace_id')
    .notNull()
    .references(() => workspaces.id)

/** URLs that receive the events of a workspace. */
export const webhooks = table('webhooks', {
  columns: {
    id: ulidColumn('id').primaryKey(),
    workspaceId: ofWorkspace(),
    url: text('url').notNull(),
    description: text('description'),
    /** Null for all types. */
    types: jsonb('types').$type<string[]>(),
    sealedSecret: bytes('sealed_secret').notNull(),
    /** Also signs until `previousSecretUntil`. */
    previousSealedSecret: bytes('previous_sealed_secret'),
    previousSecretUntil: instant('previous_secret_until'),
    createdByUserId: ulidColumn('created_by_user_id')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
    /** The owner who created or last enabled it. It receives nothing while another user owns the workspace. */
    confirmedByUserId: ulidColumn('confirmed_by_user_id')
      .notNull()
      .references(() => users.id),
    disabledAt: instant('disabled_at'),
    disabledReason: text('disabled_reason').$type<Exclude<WebhookDisabledReason, 'newOwner'>>(),
    /** The first failure since the last success. */
    failingSince: instant('failing_since'),
    /** When the owner and the creator were mailed about these failures. */
    failureMailedAt: instant('failure_mailed_at'),
  },
  people: {
    workspaceId: { deletedWith: workspaces },
    createdByUserId: kept,
    confirmedByUserId: kept,
  },
  download: {
    webhooks: {
      // Its URL can contain a secret of the receiver, so a former owner doesn't get the one that a later owner entered.
      of: 'confirmedByUserId',
      columns: [
        'id',
        'workspaceId',
        'url',
        'description',
        'types',
        'createdAt',
        'disabledAt',
        'disabledReason',
      ],
    },
  },
  indexes: (t) => [
    index('webhooks_workspace_id').on(t.workspaceId, t.id),
    index('webhooks_confirmed_by_user_id').on(t.confirmedByUserId),
  ],
})

/** Attempts to deliver an event. The event isn't stored, so no copy of it survives an erasure. */
export const webhookDeliveries = table('webhook_deliveries', {
  columns: {
    id: ulidColumn('id').primaryKey(),
    workspaceId: ofWorkspace(),
    webhookId: ulidColumn('webhook_id')
      .notNull()
      .references(() => webhooks.id),
    kind: text('kind').$type<(typeof deliveryKinds)[number]>().notNull(),
    eventId: ulidColumn('event_id').notNull(),
    type: text('type').notNull(),
    at: instant('at').notNull(),
    attempt: integer('attempt').notNull(),
    status: integer('status'),
    problem: text('problem'),
    durationMs: integer('duration_ms').notNull(),
    answer: text('answer'),
    nextAttemptAt: instant('next_attempt_at'),
  },
  people: { workspaceId: { deletedWith: workspaces } },
  notDownloaded: "They are the workspace's, and name no user.",
  ends: { at: 'at', days: deliveriesKeptDays },
  indexes: (t) => [
    index('webhook_deliveries_webhook_id').on(t.webhookId, t.id),
    index('webhook_deliveries_workspace_id').on(t.workspaceId),
    index('webhook_deliveries_at').on(t.at),
  ],
})
