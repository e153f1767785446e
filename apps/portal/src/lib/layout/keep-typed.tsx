import type { FormHandle } from '@portal/ui/fields/form-handle'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { sessionQuery } from '../guard/session.ts'
import type { UnsavedInput } from './unsaved-input.ts'

interface KeepTypedProps<Input> {
  userId: string
  form: FormHandle
  unsaved: UnsavedInput<Input>
}

/**
 * Stores unsaved changes when the form unmounts because the session ended or the user could not be reloaded, so that the form
 * gets them back.
 */
export function KeepTyped<Input>({ userId, form, unsaved }: KeepTypedProps<Input>) {
  const queryClient = useQueryClient()
  const latest = useRef(form)
  useEffect(() => {
    latest.current = form
  })
  useEffect(
    () => () => {
      const session = queryClient.getQueryState(sessionQuery.queryKey)
      const isTakenAway = session?.data === null || session?.status === 'error'
      if (!isTakenAway || !latest.current.formState.isDirty) return
      unsaved.keep(userId, latest.current.changes() as Input)
    },
    [queryClient, userId, unsaved],
  )
  return null
}
