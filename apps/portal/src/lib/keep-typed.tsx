import type { FormState } from '@portal/ui/form'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { sessionQuery } from './session.ts'
import type { UnsavedInput } from './unsaved-input.ts'

interface KeepTypedProps<Input> {
  userId: string
  form: FormState
  unsaved: UnsavedInput<Input>
  /** The values to keep, by name. */
  names: readonly string[]
}

/** Keeps what was typed when the form goes because the session has ended, so that it is there again after sign-in. */
export function KeepTyped<Input>({ userId, form, unsaved, names }: KeepTypedProps<Input>) {
  const queryClient = useQueryClient()
  const latest = useRef(form)
  useEffect(() => {
    latest.current = form
  })
  useEffect(
    () => () => {
      const isSignedOut = queryClient.getQueryData(sessionQuery.queryKey) === null
      if (!isSignedOut || !latest.current.isDirty) return
      const typed = names.map((name) => [name, latest.current.getValue(name)] as const)
      unsaved.keep(userId, Object.fromEntries(typed) as Input)
    },
    [queryClient, userId, unsaved, names],
  )
  return null
}
