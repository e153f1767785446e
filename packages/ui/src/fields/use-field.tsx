import { use, useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import { type FieldRules, fieldProblem } from '../lib/validators.ts'
import { whenPointerIsUp } from '../lib/when-pointer-is-up.ts'
import { detachedControl, FormContext } from './form-context.tsx'
import { FieldGroupContext } from './form-group.tsx'

export interface FieldOptions<Value> {
  /** The dotted path of the value in the surrounding form. Without a form, or without a name, the field stands alone. */
  name?: string
  /** The value of a field that stands alone and is controlled. */
  value?: Value
  /** The first value of a field that stands alone and is not controlled. */
  defaultValue?: Value
  onChange?: (value: Value) => void
  /** Shown at once, whatever was touched: for errors that come from elsewhere. */
  errorMessage?: string
  /** The value when there is none. */
  emptyValue: Value
  /** What the field does to its value when it is left. */
  normalize?: (value: Value) => Value
  rules: FieldRules
}

export interface Field<Value> {
  value: Value
  change: (value: Value) => void
  /** Normalises the value and shows the error, if there is one: to be called when the field is left. */
  leave: () => void
  /** The error to show now: none before the field was touched. */
  shownError: string | undefined
}

/**
 * The state behind every field: its value (in the surrounding form, or its own), its rules, whether it was touched, and its
 * place in the group around it. An error shows only after the field has been left.
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
  // Set by a reset while the focus may be in the field, for example after Enter has sent the form.
  const isJustReset = useRef(false)

  const value: Value = boundForm ? (bound.field.value ?? emptyValue) : (controlledValue ?? ownValue)
  const isUnchanged = boundForm && name !== undefined && boundForm.isUnchanged(name, value)
  const ownProblem = isUnchanged ? undefined : fieldProblem(value, rules)
  const error = ownProblem ?? (boundForm ? bound.fieldState.error?.message : undefined)

  // Several changes may come before the next rendering, so the newest value is kept here.
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
    // Normalising a value that the user has not changed would make it a change.
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
    // The click may have closed the form.
    if (!isThere.current) return
    // The user has not typed anything since the reset, so leaving the field shows no error.
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
