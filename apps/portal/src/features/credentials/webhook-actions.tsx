import { rotationOverlapDefault } from '@portal/contract/limits'
import { type Delivery, newWebhookSchema, type Webhook, webhooks } from '@portal/contract/webhooks/webhooks'
import { IconButton } from '@portal/ui/buttons/icon-button'
import { RadioGroup } from '@portal/ui/fields/radio-group'
import { useKeptState } from '@portal/ui/lib/input-keeper'
import { showToast } from '@portal/ui/lib/toast-queue'
import { DropdownMenu } from '@portal/ui/menus/dropdown-menu'
import { useState } from 'react'
import * as z from 'zod/mini'
import { AskDialog } from '../../lib/layout/ask-dialog.tsx'
import { copyIdItem } from '../../lib/layout/copy-item.ts'
import { type RowFailure, useApiMutation, useSecretMutation } from '../../lib/request/use-api-mutation.ts'
import { DeliveryDialog } from './delivery-dialog.tsx'
import { FieldsDialog } from './fields-dialog.tsx'
import { overlapOptions } from './token-state.ts'
import { WebhookFields } from './webhook-form.tsx'
import { useWebhookReload, type WebhookParams, type WebhookWithSecret } from './webhook-queries.ts'
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

interface WebhookDialogProps {
  params: WebhookParams
  webhook: Webhook
  onClose: () => void
}

/** Changes the URL, the description and the events. */
function EditWebhookDialog({ params, webhook, onClose }: WebhookDialogProps) {
  const { url, description, types } = webhook
  const reload = useWebhookReload(params.workspaceId)
  const update = useApiMutation(webhooks.update, {
    onSuccess: async () => {
      await reload()
      onClose()
    },
  })
  return (
    <FieldsDialog
      title="Edit webhook"
      description="Its secret stays the same."
      size="3xl"
      label="Edit webhook"
      submitText="Save"
      isEdit
      schema={newWebhookSchema}
      defaultValues={{ url, description, types }}
      request={update}
      onSubmit={(body) => update.mutateAsync({ params, body })}
      onClose={onClose}
    >
      <WebhookFields />
    </FieldsDialog>
  )
}

const overlapSchema = z.object({ overlap: z.string() })

interface RotateSecretDialogProps extends WebhookDialogProps {
  onRotated: (answer: WebhookWithSecret) => void
}

/** Gives a webhook a new secret. The user chooses how long the old one also signs. */
function RotateSecretDialog({ params, webhook, onRotated, onClose }: RotateSecretDialogProps) {
  const reload = useWebhookReload(params.workspaceId)
  const rotate = useSecretMutation(webhooks.rotateSecret, (answer) => {
    onClose()
    onRotated(answer)
    void reload()
  })
  return (
    <FieldsDialog
      title="Rotate secret"
      description={
        <>
          <bdi>{webhook.url}</bdi> gets a new secret. During the overlap, each delivery is signed with both
          secrets. Replace the old one before it ends.
        </>
      }
      label="Rotate secret"
      submitText="Rotate secret"
      schema={overlapSchema}
      defaultValues={{ overlap: rotationOverlapDefault }}
      request={rotate}
      onSubmit={(body) => rotate.mutateAsync({ params, body })}
      onClose={onClose}
    >
      <RadioGroup
        name="overlap"
        label="How long the old secret also signs"
        options={overlapOptions}
        isRequired
      />
    </FieldsDialog>
  )
}

/** Confirms that a webhook is paused, which can be undone. */
function PauseWebhookDialog({ params, webhook, onClose }: WebhookDialogProps) {
  const reload = useWebhookReload(params.workspaceId)
  const pause = useApiMutation(webhooks.update, {
    onSuccess: async () => {
      await reload()
      onClose()
      showToast('The webhook is paused', { tone: 'success' })
    },
  })
  return (
    <AskDialog
      title="Pause webhook?"
      description="You can enable it again at any time. Events that happen while it is paused are not sent later."
      role="alertdialog"
      actText="Pause"
      tone="danger"
      request={pause}
      onAct={() => pause.mutate({ params, body: { isEnabled: false } })}
      onClose={onClose}
    >
      <bdi>{webhook.url}</bdi>
    </AskDialog>
  )
}

/** Confirms that a webhook is deleted, which can't be undone. */
function DeleteWebhookDialog({ params, webhook, onClose }: WebhookDialogProps) {
  const reload = useWebhookReload(params.workspaceId)
  const remove = useApiMutation(webhooks.delete, {
    onSuccess: async () => {
      await reload()
      onClose()
      showToast('The webhook is deleted', { tone: 'success' })
    },
  })
  return (
    <AskDialog
      title="Delete webhook?"
      description="Its URL receives no more events, and its deliveries are deleted. To stop it temporarily, pause it instead."
      role="alertdialog"
      actText="Delete webhook"
      tone="danger"
      request={remove}
      onAct={() => remove.mutate({ params })}
      onClose={onClose}
    >
      <bdi>{webhook.url}</bdi>
    </AskDialog>
  )
}
