import { type RefObject, type SubmitEvent, useLayoutEffect, useRef } from 'react'
import type { FieldValues } from 'react-hook-form'
import { issuesOfError } from '../lib/form-schema.ts'
import type { FormHandle, FormParts } from './form-handle.tsx'

interface SubmitOptions<Output> {
  onSubmit: (values: Output, form: FormHandle) => unknown
  isDisabled: boolean
}

interface FormSubmit {
  submit: (event: SubmitEvent<HTMLFormElement>) => Promise<void>
  /** True from the submit until the promise of `onSubmit` settles. */
  isSending: RefObject<boolean>
}

/** Submits the form, unless it is being sent. Shows the errors instead if a value is invalid or `onSubmit` throws issues. */
export function useFormSubmit<Output>(
  { control, validation, group, sent, setRefusals }: FormParts,
  handle: FormHandle,
  { onSubmit, isDisabled }: SubmitOptions<Output>,
): FormSubmit {
  const latestOnSubmit = useRef(onSubmit)
  useLayoutEffect(() => {
    latestOnSubmit.current = onSubmit
  })
  const isSending = useRef(false)
  const send = async (values: FieldValues) => {
    try {
      await latestOnSubmit.current(values as Output, handle)
    } catch (error) {
      const issues = issuesOfError(error)
      if (!issues) throw error
      handle.setIssues(issues)
    }
  }
  const refuse = () => {
    group.touch()
    setRefusals((count) => count + 1)
  }
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    // React events of a form in a dialog also bubble to the form that renders the dialog, although the DOM isn't nested.
    event.stopPropagation()
    if (isSending.current || isDisabled) return
    isSending.current = true
    group.commit()
    validation.clearIssues()
    sent.current = structuredClone(control.getValues())
    try {
      await control.handleSubmit(send, refuse)()
    } finally {
      isSending.current = false
    }
  }
  return { submit, isSending }
}
