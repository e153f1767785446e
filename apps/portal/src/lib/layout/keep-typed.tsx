import type { FormState } from '@portal/ui/fields/form'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { sessionQuery } from '../guard/session.ts'
import type { UnsavedInput } from './unsaved-input.ts'

interface KeepTypedProps<Input> {
  userId: string
  form: FormState
  unsaved: UnsavedInput<Input>
}

/** Stores unsaved changes when the session ends and the form unmounts, so that they can be restored after sign-in. */
export function KeepTyped<Input>({ userId, form, unsaved }: KeepTypedProps<Input>) {
  const queryClient = useQueryClient()
  const latest = useRef(form)
  useEffect(() => {
    latest.current = form
  })
  useEffect(
    () => () => {
      const isSignedOut = queryClient.getQueryData(sessionQuery.queryKey) === null
      if (!isSignedOut || !latest.current.isDirty) return
      unsaved.keep(userId, latest.current.changes() as Input)
    },
    [queryClient, userId, unsaved],
  )
  return null
}
