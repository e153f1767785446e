import type { Meta, StoryObj } from '@storybook/react-vite'
import * as z from 'zod/mini'
import { fieldSchema } from '../lib/field-schema.ts'
import { Checkbox } from './checkbox.tsx'
import { Form } from './form.tsx'
import { RadioGroup } from './radio-group.tsx'
import { Select } from './select.tsx'
import { TextArea } from './text-area.tsx'
import { TextField } from './text-field.tsx'
import { TimeStringField } from './time-string-field.tsx'

const schema = z.object({
  name: fieldSchema({ isRequired: true, maxLength: 500 }),
  url: fieldSchema({ format: 'url' }),
  lifetime: fieldSchema({ isRequired: true, format: 'time-string' }),
  notes: z.nullable(z.string()),
  role: z.nullable(z.string()),
  type: z.nullable(z.string()),
  hasAgreed: fieldSchema({ isRequired: true, checkedValue: true }),
})

const refusals = [
  { path: 'name', message: 'Another workspace has this name' },
  { path: 'plan', message: 'Your plan does not include another workspace' },
]

function Example({
  issues,
  ...props
}: {
  /** Refused when the form is saved. */
  issues?: typeof refusals
  isDisabled?: boolean
  disabledReason?: string
}) {
  return (
    <Form
      schema={schema}
      defaultValues={{ name: 'Production', lifetime: '48h', type: 'saas' }}
      onSubmit={() => Promise.reject({ issues })}
      className="flex max-w-lg flex-col gap-4"
      {...props}
    >
      <TextField name="name" label="Display Name" isRequired />
      <RadioGroup
        name="type"
        label="Workspace Type"
        variant="cards"
        orientation="horizontal"
        options={[
          { value: 'saas', label: 'Managed', description: 'In our cloud' },
          { value: 'url', label: 'Remote URL', description: 'Where you host it' },
        ]}
      />
      <TextField name="url" label="URL" type="url" placeholder="https://" />
      <div className="grid grid-cols-2 gap-4">
        <TimeStringField name="lifetime" label="Expiration" isRequired hint="48h, 1d, 1m, 1y" />
        <Select
          name="role"
          label="Role"
          options={[
            { value: 'APPROVER', label: 'Approver' },
            { value: 'EDITOR', label: 'Collaborator' },
          ]}
        />
      </div>
      <TextArea name="notes" label="Description" />
      <Checkbox name="hasAgreed" label="I have read and agree" isRequired />
      <button
        type="submit"
        className="h-[34px] self-start rounded-md bg-accent px-3 font-medium text-on-accent"
      >
        Save
      </button>
    </Form>
  )
}

const meta = { title: 'Forms/Form', component: Example } satisfies Meta<typeof Example>
export default meta
type Story = StoryObj<typeof meta>

export const Ready: Story = {}
export const RefusedByTheServer: Story = { args: { issues: refusals } }
export const Disabled: Story = { args: { isDisabled: true } }
export const DisabledWithReason: Story = {
  args: { isDisabled: true, disabledReason: 'Only the owner may change this' },
}
