import { createContext, use } from 'react'
import { type Control, createFormControl, type FieldValues, useWatch } from 'react-hook-form'

/** What a form does for its fields. It stays the same object as long as the form is there. */
export interface FormContextValue {
  control: Control<FieldValues>
  /** Makes the form know a field and its own rules; returns what takes it out again. */
  addField: (name: string, check: (value: unknown) => string | undefined, emptyValue: unknown) => () => void
  /** Whether the value is the text that the form began with: no rule refuses such a text. */
  isUnchanged: (name: string, value: unknown) => boolean
  /** Puts the first value back. */
  resetField: (name: string) => void
  /** Whether the value differs from the initial one. */
  isChanged: (name: string) => boolean
  /** Checks all values again, once, after what is going on now. */
  revalidate: () => void
}

export const FormContext = createContext<FormContextValue | undefined>(undefined)

export type FieldSize = 'sm' | 'md' | 'lg'

/** What a form wants of all its fields; a field's own properties come first. */
export interface FormSettings {
  size: FieldSize
  isDisabled: boolean
  disabledReason?: string
}

/** The defaults without a form: input size md. */
export const FormSettingsContext = createContext<FormSettings>({ size: 'md', isDisabled: false })

/** Where fields outside any form hang, since hooks may not be left out: it holds no value. */
export const detachedControl: Control<FieldValues> = createFormControl().control

/** The present value of a field of the surrounding form, for showing or hiding others by it. */
export function useFormValue(name: string): unknown {
  const form = use(FormContext)
  return useWatch({ control: form?.control ?? detachedControl, name })
}
