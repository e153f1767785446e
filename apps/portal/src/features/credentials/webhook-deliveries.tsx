import { may } from '@portal/contract/members/roles'
import { webhookRights } from '@portal/contract/webhooks/webhook-rights'
import { type Delivery, deliveriesKeptDays, type Webhook, webhooks } from '@portal/contract/webhooks/webhooks'
import type { Workspace } from '@portal/contract/workspaces/workspaces'
import { Button } from '@portal/ui/buttons/button'
import { Pill } from '@portal/ui/data/pill'
import { Table, type TableColumn } from '@portal/ui/data/table'
import { EmptyState } from '@portal/ui/feedback/empty-state'
import { formatExactTime } from '@portal/ui/lib/format-timestamp'
import { serverNow } from '@portal/ui/lib/server-clock'
import { Timestamp } from '@portal/ui/text/timestamp'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ListPending } from '../../lib/layout/list-pending.tsx'
import { quietLink } from '../../lib/layout/plain-link.ts'
import { rowsPerPage } from '../../lib/layout/rows-per-page.ts'
import { ShellSection } from '../../lib/layout/shell-section.tsx'
import { Failure } from '../../lib/request/failure.tsx'
import { useApiMutation } from '../../lib/request/use-api-mutation.ts'
import { DeliveryDialog, durationText, Outcome } from './delivery-dialog.tsx'
import { deliveriesQuery } from './webhook-queries.ts'
import { WebhookState } from './webhook-state.tsx'

const columns: TableColumn<Delivery>[] = [
  {
    id: 'type',
    header: 'Event',
    cell: ({ type, kind }) => (
      <span className="flex min-w-34.5 flex-wrap items-center gap-2">
        <code className="font-mono text-sm wrap-anywhere">{type}</code>
        {kind === 'test' && <Pill>Test</Pill>}
        {kind === 'resend' && <Pill>Resent</Pill>}
      </span>
    ),
  },
  {
    id: 'at',
    header: 'Time',
    cell: ({ at }) => <Timestamp date={at} isRelative />,
    className: 'whitespace-nowrap desktop:w-36',
  },
  {
    id: 'attempt',
    header: 'Attempt',
    cell: ({ attempt }) => attempt,
    align: 'right',
    className: 'desktop:w-20',
  },
  { id: 'outcome', header: 'Answer', cell: (delivery) => <Outcome delivery={delivery} /> },
  {
    id: 'duration',
    header: 'Duration',
    cell: ({ durationMs }) => durationText(durationMs),
    align: 'right',
    className: 'whitespace-nowrap desktop:w-24',
  },
  {
    id: 'next',
    header: 'Next attempt',
    cell: ({ nextAttemptAt }) =>
      nextAttemptAt && Date.parse(nextAttemptAt) > serverNow().getTime() ? (
        <Timestamp date={nextAttemptAt} isRelative />
      ) : (
        <span className="text-content-muted">None</span>
      ),
    className: 'whitespace-nowrap desktop:w-36',
  },
]

/** Names a delivery in its buttons, because an event has several attempts. */
const nameOf = ({ type, at }: Delivery) => `${type}, ${formatExactTime(new Date(at))}`

interface WebhookDeliveriesProps {
  workspace: Workspace
  webhook: Webhook
}

/** The attempts to deliver events to a webhook, newest first. See docs/product/webhooks.md#deliveries. */
export function WebhookDeliveries({ workspace, webhook }: WebhookDeliveriesProps) {
  const params = { workspaceId: workspace.id, webhookId: webhook.id }
  const query = useQuery(deliveriesQuery(params))
  const [shown, setShown] = useState<Delivery>()
  const canManage = may(workspace.role, webhookRights.manageWebhooks)
  const showResult = {
    onSuccess: ({ delivery }: { delivery: Delivery }) => {
      setShown(delivery)
      void query.refetch()
    },
  }
  const test = useApiMutation(webhooks.test, showResult)
  const resend = useApiMutation(webhooks.resend, showResult)
  const resendingId = resend.isPending && resend.variables.params.deliveryId

  const actions: TableColumn<Delivery> = {
    id: 'actions',
    header: 'Actions',
    isHeaderHidden: true,
    align: 'right',
    cell: (delivery) => (
      <span className="flex justify-end gap-2">
        <Button
          size="sm"
          aria-haspopup="dialog"
          aria-label={`Details of ${nameOf(delivery)}`}
          onPress={() => setShown(delivery)}
        >
          Details
        </Button>
        <Button
          size="sm"
          aria-label={`Resend ${nameOf(delivery)}`}
          isLoading={resendingId === delivery.id}
          loadingText="Sending..."
          onPress={() => resend.mutate({ params: { ...params, deliveryId: delivery.id } })}
        >
          Resend
        </Button>
      </span>
    ),
    className: 'desktop:w-48',
  }

  return (
    <ShellSection
      parent={
        <Link
          to="/workspace/$workspaceId/webhooks"
          params={{ workspaceId: workspace.id }}
          className={quietLink}
        >
          Webhooks
        </Link>
      }
      title={<bdi>{webhook.url}</bdi>}
      intro={`The latest 100 attempts of the last ${deliveriesKeptDays} days.`}
      actions={
        canManage && (
          <Button
            icon="send"
            isLoading={test.isPending}
            loadingText="Sending..."
            onPress={() => test.mutate({ params })}
          >
            Send test event
          </Button>
        )
      }
    >
      <WebhookState webhook={webhook} />
      <Failure error={test.error} title="The test event was not sent" />
      <Failure error={resend.error} title="The event was not sent again" />
      <Failure error={query.error} retry={() => void query.refetch()} />
      {query.isPending && <ListPending label="Loading the deliveries..." lines={5} hasHeader />}
      {query.data && (
        <Table
          label="Deliveries"
          columns={canManage ? [...columns, actions] : columns}
          rows={query.data.deliveries}
          rowKey={({ id }) => id}
          pageSize={rowsPerPage}
          emptyState={
            <EmptyState
              size="sm"
              scene="activity"
              title="No deliveries"
              description="Attempts to deliver events appear here."
            />
          }
        />
      )}
      {shown && <DeliveryDialog delivery={shown} onClose={() => setShown(undefined)} />}
    </ShellSection>
  )
}
