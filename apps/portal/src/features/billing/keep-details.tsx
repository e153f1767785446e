import { type BillingInput, billingInputSchema } from '@portal/contract/billing'
import type { FormState } from '@portal/ui/form'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { sessionQuery } from '../../lib/session.ts'
import { unsavedDetails } from './unsaved-details.ts'

const parts = Object.keys(billingInputSchema.def.shape).filter((name) => name !== 'email')

/** Keeps what was typed when the form goes because the session has ended, so that it is there again after sign-in. */
export function KeepDetails({ userId, form }: { userId: string; form: FormState }) {
  const queryClient = useQueryClient()
  const latest = useRef(form)
  useEffect(() => {
    latest.current = form
  })
  useEffect(
    () => () => {
      const isSignedOut = queryClient.getQueryData(sessionQuery.queryKey) === null
      if (!isSignedOut || !latest.current.isDirty) return
      const typed = parts.map((name) => [name, latest.current.getValue(name)] as const)
      unsavedDetails.keep(userId, Object.fromEntries(typed) as BillingInput)
    },
    [queryClient, userId],
  )
  return null
}
