import { Lock } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { FormProvider } from 'react-hook-form'
import type * as z from 'zod/mini'
import { type FieldSize, FormSettingsContext } from './field-props.tsx'
import { type FormDefaults, type FormHandle, useFormHandle, useKeptInput } from './form-handle.tsx'

export interface FormProps<Input, Output> {
  /** Validates the values. The fields' own rules apply only without it. */
  schema?: z.core.$ZodType<Output, Input>
  defaultValues?: FormDefaults<Input>
  /** Values set over the initial ones as if the user had typed them, for example to restore them after sign-in. */
  typedValues?: object
  /**
   * Passes `onSubmit` only the fields that differ from the initial values, so that a save cannot undo changes saved in
   * another tab. All fields are still validated.
   */
  sendsChanges?: boolean
  /**
   * Called with the values that the schema outputs, or with the changed inputs if `sendsChanges`. If it rejects with an error that has `issues`, the form shows them at their
   * fields. With none, the caller shows the error.
   */
  onSubmit: (values: Output, form: FormHandle) => unknown
  /** Connects a submit button outside the form, such as in the footer of a dialog. */
  id?: string
  /** Called when the values start to differ from the initial ones, and when they no longer do. */
  onDirtyChange?: (isDirty: boolean) => void
  'aria-label'?: string
  size?: FieldSize
  /** Disables all fields and prevents submission. The reason is shown once, above the fields. */
  isDisabled?: boolean
  disabledReason?: string
  className?: string
  children: ReactNode | ((form: FormHandle) => ReactNode)
}

/**
 * A React Hook Form with the fields of this folder. It shows an error only after the field has lost focus or the user has
 * submitted the form, and then focuses the first invalid field. `useWatch` reads its values. See docs/product/interface.md#forms.
 */
export function Form<Input extends object, Output = Input>(props: FormProps<Input, Output>) {
  const { size = 'md', isDisabled = false, disabledReason, onDirtyChange, children } = props
  const label = props['aria-label']
  const { form, submit, isJustReset } = useFormHandle(props)
  const { isDirty, submitCount, errors } = form.formState
  useKeptInput(form, label, props.typedValues)
  useEffect(() => onDirtyChange?.(isDirty), [isDirty, onDirtyChange])
  const formRef = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (submitCount > 0) focusFirstError(formRef.current)
  }, [submitCount])

  const settings = useMemo(
    () => ({ size, isDisabled, disabledReason, isJustReset }),
    [size, isDisabled, disabledReason, isJustReset],
  )
  const otherMessages = messagesWithoutField(errors)
  return (
    <FormProvider {...form}>
      <FormSettingsContext value={settings}>
        <form
          ref={formRef}
          id={props.id}
          noValidate
          aria-label={label}
          className={props.className ?? 'flex flex-col gap-4'}
          onSubmit={submit}
        >
          {isDisabled && disabledReason !== undefined && (
            <p className="flex items-center gap-2 text-content-muted text-sm">
              <Lock aria-hidden className="size-3.5 shrink-0" />
              {disabledReason}
            </p>
          )}
          {otherMessages.length > 0 && (
            <div
              role="alert"
              className="rounded-md border border-danger-line bg-danger-soft px-3 py-2 text-danger-text text-sm"
            >
              {otherMessages.join(' ')}
            </div>
          )}
          {typeof children === 'function' ? children(form) : children}
        </form>
      </FormSettingsContext>
    </FormProvider>
  )
}

/** Returns the messages of errors that belong to no field and would otherwise not be shown. */
function messagesWithoutField(errors: object): string[] {
  return Object.values(errors).flatMap((error: { message?: unknown; ref?: unknown }) => {
    if (typeof error?.message === 'string') return error.ref ? [] : [error.message]
    return typeof error === 'object' && error !== null ? messagesWithoutField(error) : []
  })
}

/** Focuses the first field on the page that shows an error. React Hook Form would focus the one that was rendered first. */
function focusFirstError(form: HTMLFormElement | null) {
  const control = form?.querySelector<HTMLElement>(
    '[data-refused] :is(input:not([type="hidden"], [tabindex="-1"]), textarea, button, select:not([tabindex="-1"]))',
  )
  control?.focus()
}
