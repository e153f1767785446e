import { toNestErrors } from '@hookform/resolvers'
import { Lock } from 'lucide-react'
import {
  type ReactNode,
  type SubmitEvent,
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
import { type FieldSize, FormContext, FormSettingsContext } from './form-context.tsx'
import { FormGroup, useFormGroup } from './form-group.tsx'

/** What the outside may do with a form. */
export interface FormHandle {
  /** Shows refusals from outside at their fields, and keeps what was typed in. */
  setIssues: (issues: readonly FormIssue[]) => void
  /** Back to the initial values. */
  reset: () => void
  /** Makes these the initial values after a save. Keeps what the user has typed since the form was sent. */
  setSaved: (values: object) => void
  setValue: (name: string, value: unknown) => void
  /** The fields that differ from the initial values, nested as the values are. */
  changes: () => object
  /** Shows all errors. */
  touch: () => void
}

export interface FormState extends FormHandle {
  /** Whether any value would be refused now, shown or not. */
  hasError: boolean
  isDirty: boolean
  /** From the moment of sending until the promise of `onSubmit` is settled. */
  isSubmitting: boolean
}

export interface FormProps<Input, Output> {
  /** What the values must be; any schema of `zod`, `zod/mini` or another library that follows Standard Schema. */
  schema?: FormSchema<Input, Output>
  defaultValues?: FormDefaults<Input>
  /** Laid over the initial values as if the user had typed them, for example after sign-in. */
  typedValues?: object
  /**
   * Passes `onSubmit` only the fields that differ from the initial values, so that a save cannot undo another tab's. All
   * fields are still validated.
   */
  sendsChanges?: boolean
  /**
   * Gets the values as the schema gives them out. An error it throws that carries `issues` is shown at the fields; any other is
   * thrown on.
   */
  onSubmit: (values: Output, form: FormHandle) => unknown
  /** Refusals from outside, for example `error.issues` of a request: shown at their fields whenever a new list is given. */
  issues?: readonly FormIssue[]
  'aria-label'?: string
  size?: FieldSize
  /** Disables all fields, and sends nothing. The reason is shown once, above them. */
  isDisabled?: boolean
  disabledReason?: string
  className?: string
  children: ReactNode | ((form: FormState) => ReactNode)
}

/**
 * A form: it checks the fields' own rules and the schema, shows an error only after its field was left or the
 * form was sent, commits all values before it sends them, and goes to the first field that was refused.
 */
export function Form<Input extends object, Output = Input>(props: FormProps<Input, Output>) {
  const { schema, defaultValues, onSubmit, issues, size = 'md', isDisabled = false, disabledReason } = props
  const { typedValues, sendsChanges = false } = props
  const latest = useRef({ schema, onSubmit })
  useLayoutEffect(() => {
    latest.current = { schema, onSubmit }
  })

  const initial = useRef(emptyTextsToNull(defaultValues ?? {}) as FieldValues)
  /** What was sent last, to know what the user has typed since. */
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

  const [firstTyped] = useState(typedValues)
  useEffect(() => {
    for (const [path, value] of fieldValues(firstTyped ?? {})) handle.setValue(path, value)
  }, [firstTyped, handle])

  const isSending = useRef(false)
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    // A form inside a dialog of another form is a child of it to React, though not to the page.
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

/** Fields mark themselves with `data-refused` while they show an error. */
function focusFirstError(form: HTMLFormElement | null) {
  const control = form?.querySelector<HTMLElement>(
    '[data-refused] :is(input:not([type="hidden"], [tabindex="-1"]), textarea, button, select:not([tabindex="-1"]))',
  )
  control?.focus()
}
