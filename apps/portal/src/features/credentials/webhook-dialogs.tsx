/** The dialogs that change, pause and delete a webhook and rotate its secret. */
import { rotationOverlapDefault } from '@portal/contract/limits'
import { newWebhookSchema, type Webhook, webhooks } from '@portal/contract/webhooks/webhooks'
import { RadioGroup } from '@portal/ui/fields/radio-group'
import { showToast } from '@portal/ui/lib/toast-queue'
import * as z from 'zod/mini'
import { AskDialog } from '../../lib/layout/ask-dialog.tsx'
import { useApiMutation, useSecretMutation } from '../../lib/request/use-api-mutation.ts'
import { WebhookFields } from './create-webhook-form.tsx'
import { FieldsDialog } from './fields-dialog.tsx'
import { overlapOptions } from './token-state.ts'
import { useWebhookReload, type WebhookParams, type WebhookWithSecret } from './webhook-queries.ts'

interface WebhookDialogProps {
  params: WebhookParams
  webhook: Webhook
  onClose: () => void
}

/** Changes the URL, the description and the events. */
export function EditWebhookDialog({ params, webhook, onClose }: WebhookDialogProps) {
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
export function RotateSecretDialog({ params, webhook, onRotated, onClose }: RotateSecretDialogProps) {
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
export function PauseWebhookDialog({ params, webhook, onClose }: WebhookDialogProps) {
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
export function DeleteWebhookDialog({ params, webhook, onClose }: WebhookDialogProps) {
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
