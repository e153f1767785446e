import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { type SubmitEvent, use, useEffect, useRef, useState } from 'react'
import { type FieldValues, get, type UseFormReturn, useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { InputKeeperContext } from '../lib/input-keeper.ts'

/** React Hook Form's methods and state, and what a save needs. */
export interface FormHandle extends UseFormReturn<FieldValues> {
  /** Returns the fields that differ from the initial values, nested like the values. */
  changes: () => object
  /** Makes these the initial values after a save. Keeps what the user has typed since submitting the form. */
  setSaved: (values: object) => void
}

/** The initial values of a form: any part of the values, with null for those not known yet. */
export type FormDefaults<Values> = Values extends readonly unknown[]
  ? Values
  : Values extends object
    ? { [Key in keyof Values]?: FormDefaults<Values[Key]> | null }
    : Values

interface FormOptions<Output> {
  schema?: z.core.$ZodType<Output, unknown>
  defaultValues?: object
  sendsChanges?: boolean
  onSubmit: (values: Output, form: FormHandle) => unknown
  isDisabled?: boolean
}

/** Creates a React Hook Form and its submit handler. */
export function useFormHandle<Output>(options: FormOptions<Output>) {
  const { schema, defaultValues = {}, sendsChanges = false, onSubmit, isDisabled = false } = options
  const form: UseFormReturn<FieldValues> = useForm<FieldValues>({
    resolver: schema && standardSchemaResolver(acceptUnchanged(schema, () => form.formState.defaultValues)),
    defaultValues: emptyTextsToNull(defaultValues) as FieldValues,
    mode: 'onTouched',
    shouldFocusError: false,
  })
  // React Hook Form tracks only the state that is read while rendering.
  const { isSubmitting, dirtyFields: _ } = form.formState
  const isJustReset = useRef(false)
  const sent = useRef<FieldValues>({})

  const reset: FormHandle['reset'] = (values, keep) => {
    isJustReset.current = true
    form.reset(emptyTextsToNull(values) as typeof values, keep)
  }
  const handle: FormHandle = {
    ...form,
    reset,
    changes: () => changedValues(form.formState.dirtyFields, form.getValues()),
    setSaved(values) {
      // Only what the user has typed since then remains dirty.
      form.resetDefaultValues(sent.current)
      reset(values, { keepDirtyValues: true, keepDirty: true })
    },
  }

  const send = async (values: FieldValues) => {
    sent.current = structuredClone(form.getValues())
    try {
      await onSubmit((sendsChanges ? handle.changes() : values) as Output, handle)
    } catch (error) {
      const { issues } = (error ?? {}) as { issues?: readonly FormIssue[] }
      // A bug, not a refusal.
      if (!issues) throw error
      for (const { path, message } of firstOfEach(issues)) form.setError(path || 'root', { message })
    }
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    // React events of a form in a dialog also bubble to the form that renders the dialog, although the DOM isn't nested.
    event.stopPropagation()
    if (!isSubmitting && !isDisabled) void form.handleSubmit(send)()
  }
  return { form: handle, submit, isJustReset }
}

/**
 * Accepts a text that is still the initial one. It is already stored, and a stricter rule must not block a change to another
 * field.
 */
function acceptUnchanged(schema: z.core.$ZodType, initial: () => unknown) {
  const standard = schema['~standard']
  return {
    '~standard': {
      ...standard,
      async validate(values: unknown) {
        const result = await standard.validate(values)
        const issues = result.issues?.filter(({ path = [] }) => {
          const name = path.join('.')
          const value = get(values, name)
          return typeof value !== 'string' || value === '' || value !== get(initial(), name)
        })
        if (issues && issues.length > 0) return { issues }
        return { value: result.issues ? values : result.value }
      },
    },
  }
}

/** Replaces empty strings with null, so that an untouched field doesn't count as changed. */
function emptyTextsToNull(value: unknown): unknown {
  if (value === '') return null
  if (!isNested(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, emptyTextsToNull(part)]))
}

const isNested = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function changedValues(dirty: object, values: object): object {
  return Object.fromEntries(
    Object.entries(dirty)
      .filter(([, isDirty]) => isDirty)
      .map(([key, isDirty]) => {
        const value: unknown = get(values, key)
        return [key, isNested(isDirty) && isNested(value) ? changedValues(isDirty, value) : value]
      }),
  )
}

/** Lists every field with its dotted path. */
function fieldValues(values: object, prefix = ''): [path: string, value: unknown][] {
  return Object.entries(values).flatMap(([key, value]) =>
    isNested(value) ? fieldValues(value, `${prefix}${key}.`) : [[`${prefix}${key}`, value]],
  )
}

/** Keeps what the user has typed when the browser leaves the page. Fills in the kept values first, or else the given ones. */
export function useKeptInput(form: FormHandle, label: string | undefined, typedValues: object | undefined) {
  const keeper = use(InputKeeperContext)
  // A form without a label is not kept.
  const keptKey = label === undefined ? undefined : `form ${label}`
  const latest = useRef(form)
  useEffect(() => {
    latest.current = form
  })
  const [firstTyped] = useState(
    () => (keptKey === undefined ? undefined : (keeper.restore(keptKey) as object)) ?? typedValues,
  )
  const { setValue } = form
  useEffect(() => {
    for (const [path, value] of fieldValues(firstTyped ?? {})) setValue(path, value, { shouldDirty: true })
  }, [firstTyped, setValue])
  useEffect(() => {
    if (keptKey === undefined) return undefined
    const changes = () => latest.current.changes()
    // Sending the form may navigate away.
    const isUnsaved = () => !latest.current.formState.isSubmitting && Object.keys(changes()).length > 0
    return keeper.keep(keptKey, changes, isUnsaved)
  }, [keeper, keptKey])
}

interface FormIssue {
  /** The dotted path of the value. Empty if the issue concerns the whole form. */
  path: string
  message: string
}

/** Returns the first issue of each path. */
const firstOfEach = (issues: readonly FormIssue[]) =>
  issues.filter(({ path }, at) => issues.findIndex((other) => other.path === path) === at)
