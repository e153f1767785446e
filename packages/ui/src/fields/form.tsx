import { Lock } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import type { FormDefaults, FormIssue, FormSchema } from '../lib/form-schema.ts'
import { type FieldSize, FormContext, FormSettingsContext } from './form-context.tsx'
import { FormGroup } from './form-group.tsx'
import type { FormHandle } from './form-handle.tsx'
import { useFormParts } from './use-form-parts.tsx'
import { useFormSubmit } from './use-form-submit.tsx'
import { useKeptInput } from './use-kept-input.tsx'

export interface FormState extends FormHandle {
  /** Whether any value is invalid, even if its error is not shown yet. */
  hasError: boolean
  isDirty: boolean
  /** True from the submit until the promise of `onSubmit` settles. */
  isSubmitting: boolean
}

export interface FormProps<Input, Output> {
  /** Validates the values. Any schema from `zod`, `zod/mini` or another library that implements Standard Schema works. */
  schema?: FormSchema<Input, Output>
  defaultValues?: FormDefaults<Input>
  /** Values set over the initial ones as if the user had typed them, for example to restore them after sign-in. */
  typedValues?: object
  /**
   * Passes `onSubmit` only the fields that differ from the initial values, so that a save cannot undo changes saved in
   * another tab. All fields are still validated.
   */
  sendsChanges?: boolean
  /**
   * Called with the values that the schema outputs. If it throws an error with `issues`, the form shows them at their
   * fields. Any other error is rethrown.
   */
  onSubmit: (values: Output, form: FormHandle) => unknown
  /** Issues from outside the form, such as `error.issues` of a request. Each new list is shown at its fields. */
  issues?: readonly FormIssue[]
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
  children: ReactNode | ((form: FormState) => ReactNode)
}

/**
 * A form that validates its values against the fields' own rules and the schema. It shows an error only after the field has
 * lost focus or the user has submitted the form. Before submitting, it normalizes all values. If any value is invalid, it
 * focuses the first invalid field. See docs/product/interface.md#forms.
 */
export function Form<Input extends object, Output = Input>(props: FormProps<Input, Output>) {
  const { schema, defaultValues, sendsChanges = false, issues, children } = props
  const { size = 'md', isDisabled = false, disabledReason } = props
  const label = props['aria-label']
  const parts = useFormParts({ schema, defaultValues, sendsChanges })
  const { control, validation, group, context, handle, refusals } = parts
  const { isDirty, isSubmitting, errors } = control.formState

  const formRef = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (refusals > 0) focusFirstError(formRef.current)
  }, [refusals])
  useEffect(() => {
    if (issues && issues.length > 0) handle.setIssues(issues)
  }, [issues, handle])
  const { onDirtyChange } = props
  useEffect(() => onDirtyChange?.(isDirty), [isDirty, onDirtyChange])
  const { submit, isSending } = useFormSubmit(parts, handle, { onSubmit: props.onSubmit, isDisabled })
  useKeptInput(handle, { label, typedValues: props.typedValues, isSending })

  const state: FormState = { ...handle, hasError: group.hasError, isDirty, isSubmitting }
  const homeless = refusals > 0 && Object.keys(errors).length > 0 ? validation.homelessMessages() : []
  const settings = useMemo(() => ({ size, isDisabled, disabledReason }), [size, isDisabled, disabledReason])
  return (
    <FormContext value={context}>
      <FormSettingsContext value={settings}>
        <FormGroup group={group}>
          <form
            ref={formRef}
            id={props.id}
            noValidate
            aria-label={label}
            className={props.className ?? 'flex flex-col gap-4'}
            onSubmit={(event) => void submit(event)}
          >
            {isDisabled && disabledReason !== undefined && (
              <p className="flex items-center gap-2 text-content-muted text-sm">
                <Lock aria-hidden className="size-3.5 shrink-0" />
                {disabledReason}
              </p>
            )}
            {homeless.length > 0 && (
              <div
                role="alert"
                className="rounded-md border border-danger-line bg-danger-soft px-3 py-2 text-danger-text text-sm"
              >
                {homeless.join(' ')}
              </div>
            )}
            {typeof children === 'function' ? children(state) : children}
          </form>
        </FormGroup>
      </FormSettingsContext>
    </FormContext>
  )
}

/** Focuses the first field that shows an error. Such fields have the `data-refused` attribute. */
function focusFirstError(form: HTMLFormElement | null) {
  const control = form?.querySelector<HTMLElement>(
    '[data-refused] :is(input:not([type="hidden"], [tabindex="-1"]), textarea, button, select:not([tabindex="-1"]))',
  )
  control?.focus()
}
