import { use, useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import { type FieldRules, fieldProblem } from '../lib/validators.ts'
import { whenPointerIsUp } from '../lib/when-pointer-is-up.ts'
import { detachedControl, FormContext } from './form-context.tsx'
import { FieldGroupContext } from './form-group.tsx'

export interface FieldOptions<Value> {
  /** The dotted path of the value in the surrounding form. Without a form or a name, the field is standalone. */
  name?: string
  /** The value of a controlled standalone field. */
  value?: Value
  /** The initial value of an uncontrolled standalone field. */
  defaultValue?: Value
  onChange?: (value: Value) => void
  /** An error from outside the field, such as the server. It is shown immediately, even if the field is untouched. */
  errorMessage?: string
  /** The value of an empty field. */
  emptyValue: Value
  /** Normalizes the value when the field loses focus. */
  normalize?: (value: Value) => Value
  rules: FieldRules
}

export interface Field<Value> {
  value: Value
  change: (value: Value) => void
  /** Normalizes the value and shows the error, if any. Call it when the field loses focus. */
  leave: () => void
  /** The error to show now. The field's own errors stay hidden until it is touched. */
  shownError: string | undefined
}

/**
 * The state of a field: its value (held by the surrounding form or by the field itself), its rules, whether it was touched,
 * and its membership in the surrounding group. The field's own errors show only after it has lost focus.
 */
export function useField<Value>(options: FieldOptions<Value>): Field<Value> {
  const { name, value: controlledValue, defaultValue, emptyValue, rules } = options
  const form = use(FormContext)
  const group = use(FieldGroupContext)
  const ownId = useId()
  const boundForm = name === undefined ? undefined : form

  const bound = useController({
    control: boundForm?.control ?? detachedControl,
    name: boundForm && name !== undefined ? name : ownId,
    shouldUnregister: !boundForm,
  })
  const [ownValue, setOwnValue] = useState<Value>(controlledValue ?? defaultValue ?? emptyValue)
  const [firstValue] = useState<Value>(ownValue)
  const [isTouched, setTouched] = useState(false)
  // Set by a reset, which can happen while the field has focus, for example after Enter submits the form.
  const isJustReset = useRef(false)

  const value: Value = boundForm ? (bound.field.value ?? emptyValue) : (controlledValue ?? ownValue)
  const isUnchanged = boundForm && name !== undefined && boundForm.isUnchanged(name, value)
  const ownProblem = isUnchanged ? undefined : fieldProblem(value, rules)
  const error = ownProblem ?? (boundForm ? bound.fieldState.error?.message : undefined)

  // Several changes can happen before the next render, so the latest value is kept in a ref.
  const knownError = useRef(error)
  const latest = useRef({ value, options, isControlled: controlledValue !== undefined })
  useLayoutEffect(() => {
    latest.current = { value, options, isControlled: controlledValue !== undefined }
  })

  const setBoundValue = bound.field.onChange
  const change = useCallback(
    (next: Value) => {
      latest.current.value = next
      isJustReset.current = false
      if (boundForm) {
        setBoundValue(next)
        boundForm.revalidate()
      } else if (!latest.current.isControlled) setOwnValue(next)
      latest.current.options.onChange?.(next)
    },
    [boundForm, setBoundValue],
  )

  const commit = useCallback(() => {
    const { value: before, options: now } = latest.current
    // Normalizing a value that the user has not changed would mark it as changed.
    if (boundForm && now.name !== undefined && !boundForm.isChanged(now.name)) return
    const after = now.normalize ? now.normalize(before) : before
    if (!Object.is(before, after)) change(after)
  }, [boundForm, change])

  useEffect(() => {
    if (!boundForm || name === undefined) return undefined
    return boundForm.addField(
      name,
      (present) => fieldProblem(present, latest.current.options.rules),
      latest.current.options.emptyValue,
    )
  }, [boundForm, name])

  const resetBoundField = useCallback(() => {
    if (boundForm && name !== undefined) boundForm.resetField(name)
    else change(firstValue)
  }, [boundForm, name, change, firstValue])

  useEffect(
    () =>
      group?.add({
        name,
        error: () => knownError.current,
        touch: (names) => {
          if (!names || (name !== undefined && names.has(name))) setTouched(true)
        },
        reset: () => {
          resetBoundField()
          setTouched(false)
          isJustReset.current = true
        },
        commit,
      }),
    [group, name, commit, resetBoundField],
  )
  useEffect(() => {
    knownError.current = error
    group?.announce()
  }, [group, error])

  const isThere = useRef(true)
  useEffect(() => {
    isThere.current = true
    return () => {
      isThere.current = false
    }
  }, [])
  const finish = () => {
    // The click that moved the focus may have closed the form.
    if (!isThere.current) return
    // The user has not typed anything since the reset, so the field shows no error when it loses focus.
    const wasJustReset = isJustReset.current
    isJustReset.current = false
    if (wasJustReset && !(name !== undefined && boundForm?.isChanged(name))) return
    commit()
    setTouched(true)
    if (boundForm) bound.field.onBlur()
  }

  return {
    value,
    change,
    leave: () => whenPointerIsUp(finish),
    shownError: options.errorMessage ?? (isTouched ? error : undefined),
  }
}
