import { ChevronsUpDown } from 'lucide-react'
import { use, useMemo, useState } from 'react'
import {
  ComboBox as AriaComboBox,
  Button,
  ComboBoxStateContext,
  Group,
  Input,
  Popover,
} from 'react-aria-components'
import { controlButton, controlFrame, controlInput, controlList, frameState } from '../lib/control-style.ts'
import { type FieldProps, useFieldLook } from './field-props.tsx'
import { FieldShell } from './field-shell.tsx'
import { type SelectOption, SelectOptions } from './select-options.tsx'
import { useField } from './use-field.ts'

/** The list of a combo box, which shows the options that match the typed text. */
function ComboBoxList({ emptyText }: { emptyText: string }) {
  const state = use(ComboBoxStateContext)
  // Scrolling the page closes the list. React Aria's own close would also reset the text to the selected option, and the
  // user would lose what they just typed. Toggling the list keeps the text until the field loses focus.
  const hide = () => state?.isOpen && state.toggle()
  return (
    <Popover
      offset={4}
      className={controlList}
      isOpen={state?.isOpen ?? false}
      onOpenChange={(isOpen) => !isOpen && hide()}
    >
      <SelectOptions emptyText={emptyText} />
    </Popover>
  )
}

export interface ComboBoxProps<Value extends string = string> extends FieldProps<Value | null> {
  options: readonly SelectOption<Value>[]
  placeholder?: string
  autoComplete?: string
  /** Text shown when no option matches. Default: 'Nothing found'. */
  emptyText?: string
}

/** A field for choosing one of many options by typing, such as a country. */
export function ComboBox<Value extends string = string>(props: ComboBoxProps<Value>) {
  const look = useFieldLook(props)
  const field = useField<Value | null>(props, null)
  // A parent may pass on the new value later, such as after a navigation. Until then, the list would select the old one again.
  const [value, setValue] = useState(field.value)
  const [givenValue, setGivenValue] = useState(field.value)
  if (givenValue !== field.value) {
    setGivenValue(field.value)
    setValue(field.value)
  }
  const isRefused = field.error !== undefined
  const items: SelectOption[] = useMemo(() => [...props.options], [props.options])
  const choose = (key: unknown) => {
    const chosen = props.options.find((candidate) => candidate.value === key)?.value ?? null
    setValue(chosen)
    field.change(chosen)
  }
  return (
    <AriaComboBox
      name={props.name}
      defaultItems={items}
      value={value}
      onChange={choose}
      onBlur={field.leave}
      menuTrigger="focus"
      allowsEmptyCollection
      isRequired={props.isRequired}
      isDisabled={look.isDisabled && !look.isLocked}
      isReadOnly={look.isLocked}
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
        <Group
          role="presentation"
          className={controlFrame({
            size: look.size,
            state: frameState({ disabled: look.isDisabled, refused: isRefused }),
          })}
        >
          <Input
            className={controlInput}
            placeholder={props.placeholder}
            autoComplete={props.autoComplete}
            aria-disabled={look.isLocked || undefined}
          />
          <Button className={controlButton}>
            <ChevronsUpDown aria-hidden className="size-3.5" />
          </Button>
        </Group>
      </FieldShell>
      <ComboBoxList emptyText={props.emptyText ?? 'Nothing found'} />
    </AriaComboBox>
  )
}
