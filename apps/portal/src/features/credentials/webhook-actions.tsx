import { type Delivery, type Webhook, webhooks } from '@portal/contract/webhooks/webhooks'
import { IconButton } from '@portal/ui/buttons/icon-button'
import { useKeptState } from '@portal/ui/lib/input-keeper'
import { showToast } from '@portal/ui/lib/toast-queue'
import { DropdownMenu } from '@portal/ui/menus/dropdown-menu'
import { useState } from 'react'
import { copyIdItem } from '../../lib/layout/copy-item.ts'
import { type RowFailure, useApiMutation } from '../../lib/request/use-api-mutation.ts'
import { DeliveryDialog } from './delivery-dialog.tsx'
import {
  DeleteWebhookDialog,
  EditWebhookDialog,
  PauseWebhookDialog,
  RotateSecretDialog,
} from './webhook-dialogs.tsx'
import { useWebhookReload } from './webhook-queries.ts'
import type { NewWebhookSecret } from './webhook-secret-dialog.tsx'

interface WebhookActionsProps {
  workspaceId: string
  webhook: Webhook
  row: RowFailure
  onSecret: (generated: NewWebhookSecret) => void
}

/** The actions of one webhook, for the owner. */
export function WebhookActions({ workspaceId, webhook, row, onSecret }: WebhookActionsProps) {
  const { id, url, disabledReason } = webhook
  const params = { workspaceId, webhookId: id }
  const [dialog, setDialog] = useKeptState<'edit' | 'rotate' | 'pause' | 'delete' | null>(
    `webhook ${id}`,
    null,
  )
  const [tested, setTested] = useState<Delivery>()
  const reload = useWebhookReload(workspaceId)
  const test = useApiMutation(webhooks.test, {
    ...row.reports('The test event was not sent'),
    onSuccess: ({ delivery }) => setTested(delivery),
  })
  const enable = useApiMutation(webhooks.update, {
    ...row.reports('The webhook was not enabled'),
    onSuccess: async () => {
      await reload()
      showToast('The webhook receives events again', { tone: 'success' })
    },
  })
  const dialogProps = { params, webhook, onClose: () => setDialog(null) }

  return (
    <>
      <DropdownMenu
        trigger={
          <IconButton
            icon="dots-horizontal"
            label={`Actions for ${url}`}
            size="sm"
            isLoading={test.isPending || enable.isPending}
          />
        }
        items={[
          { label: 'Send test event', icon: 'send', onAction: () => test.mutate({ params }) },
          {
            label: 'Deliveries',
            icon: 'list',
            href: `/workspace/${workspaceId}/webhooks?webhook=${id}`,
          },
          copyIdItem(id),
          { label: 'Edit', icon: 'edit', onAction: () => setDialog('edit') },
          { label: 'Rotate secret', icon: 'refresh', onAction: () => setDialog('rotate') },
          disabledReason
            ? {
                label: disabledReason === 'newOwner' ? 'Confirm' : 'Enable',
                icon: 'play',
                onAction: () => enable.mutate({ params, body: { isEnabled: true } }),
              }
            : { label: 'Pause', icon: 'pause', onAction: () => setDialog('pause') },
          { label: 'Delete', icon: 'trash', isDanger: true, onAction: () => setDialog('delete') },
        ]}
      />
      {tested && <DeliveryDialog delivery={tested} onClose={() => setTested(undefined)} />}
      {dialog === 'edit' && <EditWebhookDialog {...dialogProps} />}
      {dialog === 'rotate' && (
        <RotateSecretDialog
          {...dialogProps}
          onRotated={(answer) => onSecret({ ...answer, isRotated: true })}
        />
      )}
      {dialog === 'pause' && <PauseWebhookDialog {...dialogProps} />}
      {dialog === 'delete' && <DeleteWebhookDialog {...dialogProps} />}
    </>
  )
}
