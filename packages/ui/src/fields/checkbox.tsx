import { Check, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Checkbox as AriaCheckbox } from 'react-aria-components'
import { FieldHintAndError, useFieldTexts } from './field-hint-and-error.tsx'
import { type FieldProps, useFieldLook } from './field-props.tsx'
import { RequiredMark } from './field-shell.tsx'
import { useField } from './use-field.ts'

export interface CheckboxProps<Value> extends Omit<FieldProps<Value>, 'label' | 'isLabelHidden'> {
  /** Text next to the box. It may contain links. */
  label: ReactNode
  /** The value when the box is checked, which a required checkbox must have. Default: true. */
  checkedValue?: Value
  /** The value when the box is unchecked. Default: false. */
  uncheckedValue?: Value
  /** Shows the box as partly checked, for when only some of the items it represents are on. */
  isIndeterminate?: boolean
}

const box = [
  'mt-0.5 flex size-4 shrink-0 items-center justify-center rounded-sm border bg-surface-field text-on-accent transition-colors',
  'border-line-strong group-hover:border-content-subtle group-invalid:border-danger',
  'group-selected:border-accent group-selected:bg-accent group-indeterminate:border-accent group-indeterminate:bg-accent',
  'outline-2 outline-unfocused outline-offset-2 group-focus-visible:outline-focus forced-colors:group-selected:bg-[Highlight]',
  'group-disabled:group-selected:border-line-strong group-disabled:group-selected:bg-surface-sunken',
  'group-read-only:group-selected:border-line-strong group-read-only:group-selected:bg-surface-sunken',
  'group-disabled:border-line group-disabled:bg-surface-sunken group-disabled:text-content-subtle',
  'group-read-only:border-line group-read-only:bg-surface-sunken group-read-only:text-content-subtle',
].join(' ')

/** A checkbox. Its value is true or false by default, and can be any two values. */
export function Checkbox<Value = boolean>(props: CheckboxProps<Value>) {
  const { checkedValue = true as Value, uncheckedValue = false as Value } = props
  const look = useFieldLook(props)
  const field = useField<Value>({ ...props, checkedValue }, uncheckedValue)
  const texts = useFieldTexts(look.hint, field.error, look.spokenHint)
  return (
    <div
      className={`flex min-w-0 flex-col gap-1.5 ${props.className ?? ''}`}
      data-refused={field.error !== undefined || undefined}
    >
      <div className="flex items-start">
        <AriaCheckbox
          name={props.name}
          isSelected={Object.is(field.value, checkedValue)}
          isIndeterminate={props.isIndeterminate}
          onChange={(isSelected) => field.change(isSelected ? checkedValue : uncheckedValue)}
          onBlur={field.leave}
          isRequired={props.isRequired}
          isDisabled={look.isDisabled && !look.isLocked}
          isReadOnly={look.isLocked}
          isInvalid={field.error !== undefined}
          validationBehavior="aria"
          aria-describedby={texts.describedBy}
          className="group flex w-fit min-w-0 items-start gap-2 text-base text-content leading-5 disabled:cursor-not-allowed disabled:text-content-subtle read-only:cursor-not-allowed read-only:text-content-subtle"
        >
          {({ isSelected, isIndeterminate }) => (
            <>
              <span className={box}>
                {isIndeterminate ? (
                  <Minus aria-hidden className="size-3" strokeWidth={3} />
                ) : (
                  isSelected && <Check aria-hidden className="size-3" strokeWidth={3} />
                )}
              </span>
              <span className="min-w-0">{props.label}</span>
            </>
          )}
        </AriaCheckbox>
        {props.isRequired && <RequiredMark />}
      </div>
      <FieldHintAndError texts={texts} className="pl-6" />
    </div>
  )
}
