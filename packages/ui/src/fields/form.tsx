import { toNestErrors } from '@hookform/resolvers'
import { Lock } from 'lucide-react'
import {
  type ReactNode,
  type SubmitEvent,
  use,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { type FieldErrors, type FieldValues, get, type Resolver, set, useForm } from 'react-hook-form'
import { changedValues, fieldValues, isSame } from '../lib/changed-values.ts'
import {
  emptyTextsToNull,
  type FormDefaults,
  type FormIssue,
  type FormSchema,
  issuesOfError,
} from '../lib/form-schema.ts'
import { createFormValidation } from '../lib/form-validation.ts'
import { InputKeeperContext } from '../lib/input-keeper.ts'
import { type FieldSize, FormContext, FormSettingsContext } from './form-context.tsx'
import { FormGroup, useFormGroup } from './form-group.tsx'

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
  const { schema, defaultValues, onSubmit, issues, size = 'md', isDisabled = false, disabledReason } = props
  const { typedValues, sendsChanges = false } = props
  const latest = useRef({ schema, onSubmit })
  useLayoutEffect(() => {
    latest.current = { schema, onSubmit }
  })

  const initial = useRef(emptyTextsToNull(defaultValues ?? {}) as FieldValues)
  /** The values at the last submit, for telling what the user has typed since. */
  const sent = useRef<FieldValues>({})
  const [validation] = useState(() => createFormValidation((path) => get(initial.current, path)))
  const resolver: Resolver<FieldValues> = async (values, _context, options) => {
    const read = (path: string) => get(values, path)
    const { output, messages } = await validation.check(latest.current.schema, values, read)
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
  const { isDirty, isSubmitting, errors } = control.formState

  const group = useFormGroup()
  const formRef = useRef<HTMLFormElement>(null)
  const [refusals, setRefusals] = useState(0)
  useEffect(() => {
    if (refusals > 0) focusFirstError(formRef.current)
  }, [refusals])

  const { context, handle } = useMemo(() => {
    let isCheckPending = false
    const revalidate = () => {
      if (isCheckPending) return
      isCheckPending = true
      queueMicrotask(() => {
        isCheckPending = false
        void control.trigger()
      })
    }
    const handle: FormHandle = {
      setIssues(list) {
        validation.setIssues(list, (path) => control.getValues(path))
        group.touch(new Set(list.map(({ path }) => path)))
        void control.trigger().then(() => setRefusals((count) => count + 1))
      },
      reset() {
        validation.clearIssues()
        group.reset()
        setRefusals(0)
        revalidate()
      },
      setSaved(values) {
        const typed = fieldValues(changedValues(sent.current, control.getValues()))
        initial.current = emptyTextsToNull(values) as FieldValues
        control.reset(initial.current)
        handle.reset()
        for (const [path, value] of typed) control.setValue(path, value, { shouldDirty: true })
      },
      setValue(name, value) {
        control.setValue(name, value, { shouldDirty: true })
        revalidate()
      },
      changes: () => changedValues(initial.current, control.getValues()),
      touch: () => group.touch(),
    }
    const context = {
      control: control.control,
      isUnchanged: validation.isUnchanged,
      addField(name: string, check: (value: unknown) => string | undefined, emptyValue: unknown) {
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
      resetField(name: string) {
        control.resetField(name)
        revalidate()
      },
      isChanged: (name: string) => !isSame(get(initial.current, name), control.getValues(name)),
      revalidate,
    }
    return { context, handle }
  }, [
    control.control,
    control.trigger,
    control.getValues,
    control.setValue,
    control.reset,
    control.resetField,
    group,
    validation,
  ])

  useEffect(() => {
    if (issues && issues.length > 0) handle.setIssues(issues)
  }, [issues, handle])

  const keeper = use(InputKeeperContext)
  const label = props['aria-label']
  const keptKey = label === undefined ? undefined : `form ${label}`
  const [firstTyped] = useState(
    () => (keptKey === undefined ? undefined : (keeper.restore(keptKey) as object)) ?? typedValues,
  )
  useEffect(() => {
    for (const [path, value] of fieldValues(firstTyped ?? {})) handle.setValue(path, value)
  }, [firstTyped, handle])
  const isSending = useRef(false)
  useEffect(() => {
    if (keptKey === undefined) return undefined
    // Sending the form may navigate away.
    const isUnsaved = () => !isSending.current && fieldValues(handle.changes()).length > 0
    return keeper.keep(keptKey, handle.changes, isUnsaved)
  }, [keeper, keptKey, handle])

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    // React events of a form in a dialog also bubble to the form that renders the dialog, although the DOM isn't nested.
    event.stopPropagation()
    if (isSending.current || isDisabled) return
    isSending.current = true
    group.commit()
    validation.clearIssues()
    sent.current = structuredClone(control.getValues())
    const send = async (values: FieldValues) => {
      try {
        await latest.current.onSubmit(values as Output, handle)
      } catch (error) {
        const found = issuesOfError(error)
        if (!found) throw error
        handle.setIssues(found)
      }
    }
    const refuse = () => {
      group.touch()
      setRefusals((count) => count + 1)
    }
    try {
      await control.handleSubmit(send, refuse)()
    } finally {
      isSending.current = false
    }
  }

  const state: FormState = { ...handle, hasError: group.hasError, isDirty, isSubmitting }
  const homeless = refusals > 0 && Object.keys(errors).length > 0 ? validation.homelessMessages() : []
  const settings = useMemo(() => ({ size, isDisabled, disabledReason }), [size, isDisabled, disabledReason])
  const { children } = props
  return (
    <FormContext value={context}>
      <FormSettingsContext value={settings}>
        <FormGroup group={group}>
          <form
            ref={formRef}
            noValidate
            aria-label={props['aria-label']}
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
