import type { Noun } from '@portal/contract/noun'
import { nouns } from '@portal/contract/nouns'
import {
  type NewWebhook,
  newWebhookSchema,
  webhooks,
  webhookTimeoutMs,
} from '@portal/contract/webhooks/webhooks'
import { Button } from '@portal/ui/buttons/button'
import { Checkbox } from '@portal/ui/fields/checkbox'
import { Form } from '@portal/ui/fields/form'
import type { FormHandle } from '@portal/ui/fields/form-handle'
import { RadioGroup } from '@portal/ui/fields/radio-group'
import { TextArea } from '@portal/ui/fields/text-area'
import { TextField } from '@portal/ui/fields/text-field'
import { Card } from '@portal/ui/layout/card'
import { useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import { env } from '../../lib/env.ts'
import { CopyAsCommand } from '../../lib/layout/copy-as-command.tsx'
import { Failure } from '../../lib/request/failure.tsx'
import { useSecretMutation } from '../../lib/request/use-api-mutation.ts'
import type { WebhookWithSecret } from './webhook-queries.ts'

/** The types of events with their labels, by noun. */
const groups = nouns
  .map(({ tag, events = {} }: Noun) => ({ title: tag[0], events: Object.entries(events) }))
  .filter(({ events }) => events.length > 0)

const options = [
  { value: 'all', label: 'All events', description: 'Includes the types that new releases add.' },
  { value: 'some', label: 'Selected events' },
] as const

interface GroupProps {
  group: (typeof groups)[number]
  chosen: readonly string[]
  onChange: (types: readonly string[], isChosen: boolean) => void
}

/** The types of one noun, and a checkbox for all of them. */
function TypeGroup({ group: { title, events }, chosen, onChange }: GroupProps) {
  const types = events.map(([type]) => type)
  const count = types.filter((type) => chosen.includes(type)).length
  return (
    <fieldset aria-label={title} className="mb-5 flex break-inside-avoid flex-col gap-1.5">
      <Checkbox
        label={<span className="font-medium">{title}</span>}
        value={count === types.length}
        isIndeterminate={count > 0 && count < types.length}
        onChange={(isChosen) => onChange(types, isChosen)}
      />
      {events.map(([type, [label]]) => (
        <Checkbox
          key={type}
          label={
            <span className="flex flex-col">
              {label} <code className="text-content-muted text-xs">{type}</code>
            </span>
          }
          value={chosen.includes(type)}
          onChange={(isChosen) => onChange([type], isChosen)}
          className="pl-6"
        />
      ))}
    </fieldset>
  )
}

/** Chooses which events a webhook receives. Types that this page doesn't know stay chosen. */
function WebhookTypesField() {
  const { field, fieldState } = useController<NewWebhook, 'types'>({ name: 'types' })
  const chosen = field.value === 'all' ? [] : field.value
  /** What was chosen before `All events`. */
  const [previous, setPrevious] = useState(chosen)

  function changeScope(scope: 'all' | 'some' | null) {
    setPrevious(chosen)
    field.onChange(scope === 'all' ? 'all' : previous)
  }
  const change = (types: readonly string[], isChosen: boolean) =>
    field.onChange([...chosen.filter((type) => !types.includes(type)), ...(isChosen ? types : [])])

  return (
    <div className="@container flex flex-col gap-4">
      <RadioGroup
        label="Events"
        options={options}
        orientation="horizontal"
        value={field.value === 'all' ? 'all' : 'some'}
        onChange={changeScope}
        errorMessage={fieldState.error?.message}
      />
      {field.value !== 'all' && (
        <div className="@md:columns-2 @3xl:columns-3 gap-6">
          {groups.map((group) => (
            <TypeGroup key={group.title} group={group} chosen={chosen} onChange={change} />
          ))}
        </div>
      )}
    </div>
  )
}

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
    // Without the suggestion, which would create the same webhook again.
    form.reset({ types: 'all', url: '' })
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
