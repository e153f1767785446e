import { type ReactNode, useId } from 'react'
import { RadioGroup as AriaRadioGroup, Radio } from 'react-aria-components'
import { type FieldProps, useFieldLook } from './field-props.tsx'
import { FieldShell } from './field-shell.tsx'
import { useField } from './use-field.ts'

export interface RadioOption<Value extends string = string> {
  value: Value
  label: string
  /** A line below the label. */
  description?: ReactNode
  isDisabled?: boolean
}

export interface RadioGroupProps<Value extends string = string> extends FieldProps<Value | null> {
  options: readonly RadioOption<Value>[]
  /** `cards` puts each option into a separate box. Default: `plain`. */
  variant?: 'plain' | 'cards'
  /** Default: `vertical`. */
  orientation?: 'vertical' | 'horizontal'
}

const dot = [
  'mt-0.5 flex size-4 shrink-0 items-center justify-center rounded-full border border-line-strong bg-surface-field transition-colors',
  'group-hover:border-content-subtle group-invalid:border-danger group-selected:border-accent group-selected:bg-accent',
  'after:size-1.5 after:rounded-full after:bg-transparent group-selected:after:bg-on-accent',
  'outline-2 outline-unfocused outline-offset-2 group-focus-visible:outline-focus',
  'group-disabled:border-line group-disabled:bg-surface-sunken group-read-only:border-line group-read-only:bg-surface-sunken',
  'group-disabled:group-selected:border-line-strong group-disabled:group-selected:bg-surface-sunken',
  'group-read-only:group-selected:border-line-strong group-read-only:group-selected:bg-surface-sunken',
  'group-disabled:group-selected:after:bg-content-subtle group-read-only:group-selected:after:bg-content-subtle forced-colors:group-selected:after:bg-[Highlight]',
].join(' ')

const variants = {
  plain: '',
  cards:
    'rounded-lg border border-line bg-surface-raised p-3 transition-colors hover:border-line-strong selected:border-accent selected:bg-surface-selected disabled:selected:border-line-strong disabled:selected:bg-surface-sunken read-only:selected:border-line-strong read-only:selected:bg-surface-sunken',
}

/** A radio whose accessible name is its label only, and whose accessible description is its description. */
function RadioChoice({ option, className }: { option: RadioOption; className: string }) {
  const labelId = useId()
  const descriptionId = useId()
  return (
    <Radio
      value={option.value}
      isDisabled={option.isDisabled}
      aria-labelledby={labelId}
      aria-describedby={option.description ? descriptionId : undefined}
      className={`group flex min-w-0 items-start gap-2 text-base text-content leading-5 disabled:cursor-not-allowed disabled:text-content-subtle read-only:cursor-not-allowed read-only:text-content-subtle ${className}`}
    >
      <span className={dot} />
      <span className="flex min-w-0 flex-col">
        <span id={labelId} className="font-medium">
          {option.label}
        </span>
        {option.description && (
          <span id={descriptionId} className="text-content-muted text-sm">
            {option.description}
          </span>
        )}
      </span>
    </Radio>
  )
}

/** A field for choosing one of a few options that are all visible. */
export function RadioGroup<Value extends string = string>(props: RadioGroupProps<Value>) {
  const { variant = 'plain', orientation = 'vertical' } = props
  // Labels alone share the row by their length, so that the longest doesn't wrap before the others.
  const grow = props.options.some(({ description }) => description) ? 'flex-1' : 'flex-auto'
  const look = useFieldLook(props)
  const field = useField<Value | null>(props, null)
  const choose = (value: string) => {
    const option = props.options.find((candidate) => candidate.value === value)
    if (option) field.change(option.value)
  }
  return (
    <AriaRadioGroup
      name={props.name}
      value={field.value}
      onChange={choose}
      onBlur={field.leave}
      isRequired={props.isRequired}
      isDisabled={look.isDisabled && !look.isLocked}
      isReadOnly={look.isLocked}
      isInvalid={field.error !== undefined}
      validationBehavior="aria"
      orientation={orientation}
      data-refused={field.error !== undefined || undefined}
      className={`flex min-w-0 flex-col gap-1.5 ${props.className ?? ''}`}
    >
      <FieldShell
        label={props.label}
        isLabelHidden={props.isLabelHidden}
        isRequired={props.isRequired}
        hint={look.hint}
        spokenHint={look.spokenHint}
        error={field.error}
      >
        <div
          className={
            orientation === 'horizontal'
              ? `flex flex-wrap ${variant === 'cards' ? 'items-stretch gap-2' : 'gap-x-6 gap-y-2'}`
              : 'flex flex-col gap-2'
          }
        >
          {props.options.map((option) => (
            <RadioChoice
              key={option.value}
              option={option}
              className={`${variants[variant]} ${variant === 'cards' ? grow : ''}`}
            />
          ))}
        </div>
      </FieldShell>
    </AriaRadioGroup>
  )
}
