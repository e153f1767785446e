import { toNestErrors } from '@hookform/resolvers'
import { useRef, useState } from 'react'
import { type FieldErrors, type FieldValues, get, type Resolver, useForm } from 'react-hook-form'
import { changedValues } from '../lib/changed-values.ts'
import { type CheckingSchema, emptyTextsToNull } from '../lib/form-schema.ts'
import { createFormValidation } from '../lib/form-validation.ts'
import { useFormGroup } from './form-group.tsx'
import { batchValidation, createFormContext, createFormHandle, type FormParts } from './form-handle.tsx'

interface FormValues {
  schema: CheckingSchema<unknown> | undefined
  defaultValues: object | undefined
  sendsChanges: boolean
}

/** Creates the parts of a form. The calling component re-renders when the form's state changes. */
export function useFormParts({ schema, defaultValues, sendsChanges }: FormValues) {
  const initial = useRef(emptyTextsToNull(defaultValues ?? {}) as FieldValues)
  const sent = useRef<FieldValues>({})
  const [validation] = useState(() => createFormValidation((path) => get(initial.current, path)))
  const resolver: Resolver<FieldValues> = async (values, _context, options) => {
    const { output, messages } = await validation.check(schema, values, (path) => get(values, path))
    if (messages.size === 0) {
      const sending = sendsChanges ? changedValues(initial.current, values) : (output ?? values)
      return { values: sending as FieldValues, errors: {} }
    }
    const found = [...messages].map(([path, message]) => [path, { type: 'refused', message }])
    const flat: FieldErrors = Object.fromEntries(found)
    return { values: {}, errors: toNestErrors(flat, options) }
  }
  const control = useForm<FieldValues>({
    resolver,
    defaultValues: initial.current,
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
  })
  const group = useFormGroup()
  const [refusals, setRefusals] = useState(0)
  const parts: FormParts = { control, validation, group, initial, sent, setRefusals }
  const [{ context, handle }] = useState(() => {
    const revalidate = batchValidation(control)
    return { context: createFormContext(parts, revalidate), handle: createFormHandle(parts, revalidate) }
  })
  return { ...parts, context, handle, refusals }
}
