import { type ProfileInput, profileSchema } from '@portal/contract/account'
import type { FormState } from '@portal/ui/form'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { sessionQuery } from '../../lib/session.ts'
import { unsavedProfile } from '../../lib/unsaved-profile.ts'

const fields = Object.keys(profileSchema.def.shape).filter((name) => name !== 'email')

/** Keeps what was typed when the form goes because the session has ended, so that it is there again after sign-in. */
export function KeepDraft({ userId, form }: { userId: string; form: FormState }) {
  const queryClient = useQueryClient()
  const latest = useRef(form)
  useEffect(() => {
    latest.current = form
  })
  useEffect(
    () => () => {
      const isSignedOut = queryClient.getQueryData(sessionQuery.queryKey) === null
      if (!isSignedOut || !latest.current.isDirty) return
      const typed = fields.map((name) => [name, latest.current.getValue(name)] as const)
      unsavedProfile.keep(userId, Object.fromEntries(typed) as ProfileInput)
    },
    [queryClient, userId],
  )
  return null
}
