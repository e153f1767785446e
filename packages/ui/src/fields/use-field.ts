import { use, useId, useState } from 'react'
import { createFormControl, useController, useFormContext } from 'react-hook-form'
import { type FieldRules, fieldProblem } from '../lib/field-schema.ts'
import { whenPointerIsUp } from '../lib/when-pointer-is-up.ts'
import { type FieldProps, FormSettingsContext } from './field-props.tsx'

export interface Field<Value> {
  value: Value
  change: (value: Value) => void
  /** Shows the error, if any. Call it when the field loses focus. */
  leave: () => void
  /** The error to show now. The field's own errors stay hidden until it has lost focus. */
  error: string | undefined
}

/** Satisfies `useController` in fields outside a form, which hold their value themselves. */
const { control: noForm } = createFormControl()

/** The value and the error of a field, held by the surrounding form or by the field itself. */
export function useField<Value>(
  props: Omit<FieldProps<Value>, 'label'> & FieldRules,
  emptyValue: Value,
): Field<Value> {
  const form = useFormContext()
  const { isJustReset } = use(FormSettingsContext)
  const ownName = useId()
  const isInForm = form !== null && props.name !== undefined
  const { field, fieldState } = useController({
    control: isInForm ? form.control : noForm,
    name: isInForm ? (props.name ?? '') : ownName,
    defaultValue: emptyValue,
    shouldUnregister: !isInForm,
    rules: { validate: (value) => fieldProblem(value, props) ?? true },
  })
  const [ownValue, setOwnValue] = useState(props.defaultValue ?? emptyValue)
  const [isTouched, setTouched] = useState(false)

  const standaloneValue = props.value === undefined ? ownValue : props.value
  const value: Value = isInForm ? (field.value ?? emptyValue) : standaloneValue
  const ownError = isTouched ? fieldProblem(value, props) : undefined
  return {
    value,
    change(next) {
      isJustReset.current = false
      if (isInForm) field.onChange(next)
      else setOwnValue(next)
      props.onChange?.(next)
    },
    leave() {
      whenPointerIsUp(() => {
        if (!isInForm) setTouched(true)
        else if (!isJustReset.current) field.onBlur()
      })
    },
    error: props.errorMessage ?? (isInForm ? fieldState.error?.message : ownError),
  }
}
