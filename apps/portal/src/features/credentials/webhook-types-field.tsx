import type { Noun } from '@portal/contract/noun'
import { nouns } from '@portal/contract/nouns'
import type { NewWebhook } from '@portal/contract/webhooks/webhooks'
import { Checkbox } from '@portal/ui/fields/checkbox'
import { RadioGroup } from '@portal/ui/fields/radio-group'
import { useState } from 'react'
import { useController } from 'react-hook-form'

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
export function WebhookTypesField() {
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
