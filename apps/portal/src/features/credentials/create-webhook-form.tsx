import {
  type NewWebhook,
  newWebhookSchema,
  webhooks,
  webhookTimeoutMs,
} from '@portal/contract/webhooks/webhooks'
import { Button } from '@portal/ui/buttons/button'
import { Form } from '@portal/ui/fields/form'
import type { FormHandle } from '@portal/ui/fields/form-handle'
import { TextArea } from '@portal/ui/fields/text-area'
import { TextField } from '@portal/ui/fields/text-field'
import { Card } from '@portal/ui/layout/card'
import { useRef } from 'react'
import { env } from '../../lib/env.ts'
import { CopyAsCommand } from '../../lib/layout/copy-as-command.tsx'
import { Failure } from '../../lib/request/failure.tsx'
import { useSecretMutation } from '../../lib/request/use-api-mutation.ts'
import type { WebhookWithSecret } from './webhook-queries.ts'
import { WebhookTypesField } from './webhook-types-field.tsx'

/** The fields of a webhook, in the form that creates one and in the dialog that changes one. */
export function WebhookFields() {
  return (
    <>
      <div className="grid items-start gap-4 md:grid-cols-2">
        <TextField
          name="url"
          label="URL"
          type="url"
          isRequired
          placeholder="https://"
          autoComplete="off"
          hint={`Must answer with a status from 200 to 299 within ${webhookTimeoutMs / 1_000} seconds.`}
        />
        <TextArea
          name="description"
          label="Description"
          isOneParagraph
          hint="What receives the events, and who maintains it."
        />
      </div>
      <WebhookTypesField />
    </>
  )
}

interface CreateWebhookFormProps {
  workspaceId: string
  /** Why the user can't create a webhook now. Undefined if they can. */
  disabledReason: string | undefined
  onCreated: (created: WebhookWithSecret) => void
}

/** The form that creates a webhook. */
export function CreateWebhookForm({ workspaceId, disabledReason, onCreated }: CreateWebhookFormProps) {
  const create = useSecretMutation(webhooks.create, (answer) => {
    // After Enter, closing the dialog would return the focus to an empty required field.
    actions.current?.querySelector('button')?.focus()
    onCreated(answer)
  })
  const isDisabled = disabledReason !== undefined
  const actions = useRef<HTMLDivElement>(null)
  const toInput = (body: NewWebhook) => ({ params: { workspaceId }, body })

  async function submit(body: NewWebhook, form: FormHandle) {
    await create.mutateAsync(toInput(body))
    form.reset()
  }

  return (
    <Card>
      <Form
        schema={newWebhookSchema}
        defaultValues={{ types: 'all', url: env.webhookReceiverUrl }}
        onSubmit={submit}
        isDisabled={isDisabled}
        disabledReason={disabledReason}
        aria-label="Create webhook"
        className="flex flex-col gap-4"
      >
        <WebhookFields />
        <Failure error={create.error} isInForm />
        <div ref={actions} className="flex flex-wrap items-center gap-2">
          <Button
            type="submit"
            tone="accent"
            icon="plus"
            requestStatus={create}
            isDisabled={isDisabled}
            disabledReason={disabledReason}
          >
            Create webhook
          </Button>
          <CopyAsCommand call={webhooks.create} input={toInput} />
        </div>
      </Form>
    </Card>
  )
}
