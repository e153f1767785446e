import { createContext, use } from 'react'
import { type Control, createFormControl, type FieldValues, useWatch } from 'react-hook-form'

/** What a form provides to its fields. The object stays the same for the lifetime of the form. */
export interface FormContextValue {
  control: Control<FieldValues>
  /** Registers a field and its rules with the form. Returns a function that unregisters it. */
  addField: (name: string, check: (value: unknown) => string | undefined, emptyValue: unknown) => () => void
  /** Whether the value is a non-empty text that equals the initial one. The form never rejects such a text. */
  isUnchanged: (name: string, value: unknown) => boolean
  /** Restores the initial value of a field. */
  resetField: (name: string) => void
  /** Whether a field's value differs from the initial one. */
  isChanged: (name: string) => boolean
  /** Validates all values again in a microtask. Calls before that microtask share one validation. */
  revalidate: () => void
}

export const FormContext = createContext<FormContextValue | undefined>(undefined)

export type FieldSize = 'sm' | 'md' | 'lg'

/** Settings that a form gives to all its fields. A field's own props override them. */
export interface FormSettings {
  size: FieldSize
  isDisabled: boolean
  disabledReason?: string
}

/** The default value applies to fields outside a form. */
export const FormSettingsContext = createContext<FormSettings>({ size: 'md', isDisabled: false })

/** A control for fields outside a form, because hooks cannot be called conditionally. It holds no value. */
export const detachedControl: Control<FieldValues> = createFormControl().control

/** Returns the current value of a field in the surrounding form, for example to show or hide other fields. */
export function useFormValue(name: string): unknown {
  const form = use(FormContext)
  return useWatch({ control: form?.control ?? detachedControl, name })
}
