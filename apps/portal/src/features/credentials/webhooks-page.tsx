import { may } from '@portal/contract/members/roles'
import { webhookRights } from '@portal/contract/webhooks/webhook-rights'
import type { Webhook } from '@portal/contract/webhooks/webhooks'
import type { Workspace } from '@portal/contract/workspaces/workspaces'
import { Button } from '@portal/ui/buttons/button'
import { Table, type TableColumn } from '@portal/ui/data/table'
import { EmptyState } from '@portal/ui/feedback/empty-state'
import { StatusBox } from '@portal/ui/feedback/status-box'
import { serverNow } from '@portal/ui/lib/server-clock'
import { Timestamp } from '@portal/ui/text/timestamp'
import { Truncate } from '@portal/ui/text/truncate'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { leadToForm } from '../../lib/layout/lead-to-form.ts'
import { plainLink } from '../../lib/layout/plain-link.ts'
import { ShellSection } from '../../lib/layout/shell-section.tsx'
import { TitledSection } from '../../lib/layout/titled-section.tsx'
import { Failure, type ShownFailure } from '../../lib/request/failure.tsx'
import { useRowFailures } from '../../lib/request/use-api-mutation.ts'
import { OwnerOnly } from '../workspaces/owner-only.tsx'
import { workspaceQuery } from '../workspaces/workspace-queries.ts'
import { WebhookActions } from './webhook-actions.tsx'
import { WebhookDeliveries } from './webhook-deliveries.tsx'
import { CreateWebhookForm } from './webhook-form.tsx'
import { deliveriesRefreshMs, useWebhookReload, webhooksQuery } from './webhook-queries.ts'
import { type NewWebhookSecret, WebhookSecretDialog } from './webhook-secret-dialog.tsx'
import { WebhookState } from './webhook-state.tsx'
import { Wrappable } from './wrappable.tsx'

interface WebhooksPageProps {
  workspaceId: string
  /** The webhook whose deliveries are shown instead of the list. */
  webhookId: string | undefined
}

/** The webhooks of a workspace, or the deliveries of one. See docs/product/webhooks.md#managing. */
export function WebhooksPage({ workspaceId, webhookId }: WebhooksPageProps) {
  const { data: workspace } = useSuspenseQuery(workspaceQuery(workspaceId))
  return may(workspace.role, webhookRights.readWebhooks) ? (
    <Webhooks workspace={workspace} webhookId={webhookId} />
  ) : (
    <OwnerOnly title="Only owners and approvers can see the webhooks" />
  )
}

function Webhooks({ workspace, webhookId }: { workspace: Workspace; webhookId: string | undefined }) {
  const { data } = useSuspenseQuery({
    ...webhooksQuery(workspace.id),
    refetchInterval: webhookId ? deliveriesRefreshMs : false,
  })
  const opened = data.webhooks.find(({ id }) => id === webhookId)
  if (opened) return <WebhookDeliveries workspace={workspace} webhook={opened} />
  return <WebhookList workspace={workspace} webhooks={data.webhooks} isMissing={webhookId !== undefined} />
}

interface WebhookListProps {
  workspace: Workspace
  webhooks: readonly Webhook[]
  /** Whether the webhook of the address doesn't exist. */
  isMissing: boolean
}

function WebhookList({ workspace, webhooks, isMissing }: WebhookListProps) {
  const canManage = may(workspace.role, webhookRights.manageWebhooks)
  const reload = useWebhookReload(workspace.id)
  const [generated, setGenerated] = useState<NewWebhookSecret>()
  const form = useRef<HTMLDivElement>(null)
  const disabledReason = workspace.quarantinedAt
    ? 'This workspace is quarantined. Its webhooks receive no events until the quarantine is lifted.'
    : undefined
  const add = canManage && !disabledReason && (
    <Button icon="plus" onPress={() => leadToForm(form)}>
      Add webhook
    </Button>
  )
  return (
    <ShellSection
      intro="Webhooks send the events of this workspace to your own tools, such as a chat, a SIEM or a pipeline."
      actions={webhooks.length > 0 && add}
    >
      {isMissing && <StatusBox tone="warning">This webhook no longer exists.</StatusBox>}
      <WebhooksTable workspace={workspace} webhooks={webhooks} add={add} onSecret={setGenerated} />
      {canManage && (
        <div ref={form} className="scroll-my-6">
          <TitledSection title="Add webhook">
            <CreateWebhookForm
              workspaceId={workspace.id}
              disabledReason={disabledReason}
              onCreated={(answer) => {
                setGenerated({ ...answer, isRotated: false })
                void reload()
              }}
            />
          </TitledSection>
        </div>
      )}
      {generated && <WebhookSecretDialog generated={generated} onClose={() => setGenerated(undefined)} />}
    </ShellSection>
  )
}

function WebhookCell({ webhook, failure }: { webhook: Webhook; failure: ShownFailure | undefined }) {
  const { url, description, createdBy, previousSecretUntil } = webhook
  return (
    <div className="flex min-w-48 flex-col">
      <bdi className="font-medium wrap-anywhere">
        <Wrappable>{url}</Wrappable>
      </bdi>
      {description && (
        <p dir="auto" className="text-sm wrap-anywhere text-left">
          {description}
        </p>
      )}
      <p className="text-content-muted text-sm wrap-anywhere">
        Created by <bdi>{createdBy.email ?? 'a deleted user'}</bdi>
      </p>
      {previousSecretUntil && new Date(previousSecretUntil) > serverNow() && (
        <p className="text-content-muted text-sm">
          The old secret also signs until <Timestamp date={previousSecretUntil} isMidSentence />
        </p>
      )}
      <Failure {...failure} className="mt-2 max-w-md" />
    </div>
  )
}

const columns: TableColumn<Webhook>[] = [
  {
    id: 'types',
    header: 'Events',
    cell: ({ types }) => (
      <Truncate lineClamp={3} className="text-sm">
        {types === 'all' ? 'All events' : types.join(', ')}
      </Truncate>
    ),
    className: 'max-w-48',
  },
  {
    id: 'state',
    header: 'State',
    cell: (webhook) => <WebhookState webhook={webhook} />,
    className: 'max-w-72',
  },
]

interface WebhooksTableProps extends Pick<WebhookListProps, 'workspace' | 'webhooks'> {
  /** The button that leads to the form. */
  add: ReactNode
  onSecret: (generated: NewWebhookSecret) => void
}

/** Only the owner sees the actions. */
function WebhooksTable({ workspace, webhooks, add, onSecret }: WebhooksTableProps) {
  const rowOf = useRowFailures()
  const webhook: TableColumn<Webhook> = {
    id: 'webhook',
    header: 'Webhook',
    cell: (each) => <WebhookCell webhook={each} failure={rowOf(each.id).failure} />,
  }
  const deliveries: TableColumn<Webhook> = {
    id: 'deliveries',
    header: 'Deliveries',
    cell: ({ id, url }) => (
      <Link
        to="/workspace/$workspaceId/webhooks"
        params={{ workspaceId: workspace.id }}
        search={{ webhook: id }}
        className={plainLink}
      >
        Deliveries<span className="sr-only"> to {url}</span>
      </Link>
    ),
    className: 'desktop:w-28',
  }
  const actions: TableColumn<Webhook> = {
    id: 'actions',
    header: 'Actions',
    isHeaderHidden: true,
    cell: (each) => (
      <WebhookActions workspaceId={workspace.id} webhook={each} row={rowOf(each.id)} onSecret={onSecret} />
    ),
    align: 'right',
    className: 'w-16',
  }
  const shown = [webhook, ...columns, deliveries]
  return (
    <Table
      label="Webhooks"
      columns={may(workspace.role, webhookRights.manageWebhooks) ? [...shown, actions] : shown}
      rows={webhooks}
      rowKey={({ id }) => id}
      emptyState={
        <EmptyState
          size="sm"
          scene="activity"
          title="No webhooks"
          description="A webhook tells your own tools what happens in this workspace."
          action={add}
        />
      }
    />
  )
}
