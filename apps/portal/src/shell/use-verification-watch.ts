import { account, type User } from '@portal/contract/account/account'
import { showToast } from '@portal/ui/lib/toast-queue'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useSetVerified } from '../features/account/use-verification.ts'
import { watchVerification } from '../features/account/watch-verification.ts'
import { sessionQuery } from '../lib/guard/session.ts'
import { useApiMutation } from '../lib/request/use-api-mutation.ts'

/** The user did not ask for these checks, so their failures are not shown or logged. */
const quietErrors = [
  'TooManyRequests',
  'IdentityProviderUnavailable',
  'Conflict',
  'SignInNotApproved',
  'AccountDeleted',
] as const

/** Detects that the email was verified elsewhere, and shows a toast once it is verified in any way. */
export function useVerificationWatch({ id, emailVerified, quarantinedAt, suspendedAt }: User): void {
  const isWatching = !emailVerified && !quarantinedAt && !suspendedAt
  const queryClient = useQueryClient()
  const setVerified = useSetVerified()
  const reload = useEffectEvent(async () => {
    const user = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
    return user === null || user.emailVerified
  })
  const { mutateAsync } = useApiMutation(account.refreshAuth0Profile, {
    expectedErrors: quietErrors,
    onSuccess: ({ user }) => {
      if (user.emailVerified && !emailVerified) setVerified(user)
    },
  })
  const check = useEffectEvent(() => mutateAsync({ params: { userId: id } }))
  useEffect(() => {
    if (isWatching) return watchVerification({ reload: () => reload(), check: () => check() })
  }, [isWatching])

  const known = useRef({ id, emailVerified })
  useEffect(() => {
    const before = known.current
    known.current = { id, emailVerified }
    if (before.id === id && !before.emailVerified && emailVerified) {
      showToast('Your email address is verified.', { tone: 'success' })
    }
  }, [id, emailVerified])
}
