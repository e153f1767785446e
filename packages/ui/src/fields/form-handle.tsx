import type { RefObject } from 'react'
import { type FieldValues, get, set, type UseFormReturn } from 'react-hook-form'
import { changedValues, fieldValues, isSame } from '../lib/changed-values.ts'
import type { FieldGroup } from '../lib/field-group.ts'
import { emptyTextsToNull, type FormIssue } from '../lib/form-schema.ts'
import type { FormValidation } from '../lib/form-validation.ts'
import type { FormContextValue } from './form-context.tsx'

/** Operations that other code can perform on a form. */
export interface FormHandle {
  /** Shows issues from outside the form, such as the server's, at their fields. Keeps what the user has typed. */
  setIssues: (issues: readonly FormIssue[]) => void
  /** Restores the initial values. */
  reset: () => void
  /** Makes these the initial values after a save. Keeps what the user has typed since submitting the form. */
  setSaved: (values: object) => void
  setValue: (name: string, value: unknown) => void
  /** Returns the fields that differ from the initial values, in the same nested structure as the values. */
  changes: () => object
  /** Shows the errors of all fields. */
  touch: () => void
}

/** The parts of a form. All of them stay the same for the lifetime of the form. */
export interface FormParts {
  control: UseFormReturn<FieldValues>
  validation: FormValidation
  group: FieldGroup
  initial: RefObject<FieldValues>
  /** The values at the last submit, for telling what the user has typed since. */
  sent: RefObject<FieldValues>
  /** Counts the times that the form refused its values. Each time, it focuses the first invalid field. */
  setRefusals: (update: (count: number) => number) => void
}

/** Returns a function that validates all values in a microtask, once for all calls before it. */
export function batchValidation(control: UseFormReturn<FieldValues>): () => void {
  let isPending = false
  return () => {
    if (isPending) return
    isPending = true
    queueMicrotask(() => {
      isPending = false
      void control.trigger()
    })
  }
}

export function createFormHandle(parts: FormParts, revalidate: () => void): FormHandle {
  const { control, validation, group, initial, sent, setRefusals } = parts
  const reset = () => {
    validation.clearIssues()
    group.reset()
    setRefusals(() => 0)
    revalidate()
  }
  return {
    setIssues(list) {
      validation.setIssues(list, (path) => control.getValues(path))
      group.touch(new Set(list.map(({ path }) => path)))
      void control.trigger().then(() => setRefusals((count) => count + 1))
    },
    reset,
    setSaved(values) {
      const typed = fieldValues(changedValues(sent.current, control.getValues()))
      initial.current = emptyTextsToNull(values) as FieldValues
      control.reset(initial.current)
      reset()
      for (const [path, value] of typed) control.setValue(path, value, { shouldDirty: true })
    },
    setValue(name, value) {
      control.setValue(name, value, { shouldDirty: true })
      revalidate()
    },
    changes: () => changedValues(initial.current, control.getValues()),
    touch: () => group.touch(),
  }
}

export function createFormContext(
  { control, validation, initial }: FormParts,
  revalidate: () => void,
): FormContextValue {
  return {
    control: control.control,
    isUnchanged: validation.isUnchanged,
    addField(name, check, emptyValue) {
      if (control.getValues(name) === undefined) {
        control.resetField(name, { defaultValue: emptyValue })
        set(initial.current, name, emptyValue)
      }
      const leave = validation.addField(name, check)
      revalidate()
      return () => {
        leave()
        revalidate()
      }
    },
    resetField(name) {
      control.resetField(name)
      revalidate()
    },
    isChanged: (name) => !isSame(get(initial.current, name), control.getValues(name)),
    revalidate,
  }
}
