import { account, type User } from '@portal/contract/account/account'
import { showToast } from '@portal/ui/lib/toast-queue'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useSetVerified } from '../features/account/shared/use-verification.ts'
import { watchVerification } from '../features/account/shared/watch-verification.ts'
import { sessionQuery } from '../lib/guard/session.ts'
import { runCall } from '../lib/request/calls.ts'

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
  const check = useEffectEvent(async () => {
    // A separate request key, so that the button shows only the checks that the user requested.
    const options = { keyParts: ['automatic', id], expectedErrors: quietErrors }
    const outcome = await runCall(
      queryClient,
      account.refreshAuth0Profile,
      { params: { userId: id } },
      options,
    )
    if (!outcome.isOk) throw outcome.error
    const { user } = outcome.data
    if (user.emailVerified && !emailVerified) setVerified(user)
  })
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
