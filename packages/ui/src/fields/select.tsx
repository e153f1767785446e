import { ChevronsUpDown } from 'lucide-react'
import { Select as AriaSelect, Button, Popover, SelectValue } from 'react-aria-components'
import { controlFrame, controlList, frameState } from '../lib/control-style.ts'
import { type FieldProps, useFieldLook } from './field-props.tsx'
import { FieldShell } from './field-shell.tsx'
import { type SelectOption, SelectOptions } from './select-options.tsx'
import { useField } from './use-field.ts'

export interface SelectProps<Value extends string = string> extends FieldProps<Value | null> {
  options: readonly SelectOption<Value>[]
  /** Text shown while no option is selected. */
  placeholder?: string
}

/** A field for choosing one of several options from a list. For long lists, use ComboBox, which can be searched. */
export function Select<Value extends string = string>(props: SelectProps<Value>) {
  const look = useFieldLook(props)
  const field = useField<Value | null>(props, null)
  const isRefused = field.error !== undefined
  const choose = (key: unknown) => {
    if (look.isLocked) return
    const option = props.options.find((candidate) => candidate.value === key)
    if (option) field.change(option.value)
  }
  return (
    <AriaSelect
      name={props.name}
      value={field.value}
      onChange={choose}
      onBlur={field.leave}
      placeholder={props.placeholder ?? 'Select…'}
      isOpen={look.isLocked ? false : undefined}
      isRequired={props.isRequired}
      isDisabled={look.isDisabled && !look.isLocked}
      isInvalid={isRefused}
      validationBehavior="aria"
      data-refused={isRefused || undefined}
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
        <Button
          aria-disabled={look.isLocked || undefined}
          className={`${controlFrame({ size: look.size, state: frameState({ disabled: look.isDisabled, refused: isRefused }) })} gap-2 px-2.5 text-left focus-visible:outline-focus`}
        >
          <SelectValue className="min-w-0 flex-1 truncate placeholder-shown:text-content-subtle">
            {({ selectedText, isPlaceholder, defaultChildren }) =>
              isPlaceholder ? (
                <span className="text-content-subtle">{defaultChildren}</span>
              ) : (
                <bdi>{selectedText}</bdi>
              )
            }
          </SelectValue>
          <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-content-subtle" />
        </Button>
      </FieldShell>
      <Popover offset={4} className={controlList}>
        <SelectOptions items={props.options} />
      </Popover>
    </AriaSelect>
  )
}
