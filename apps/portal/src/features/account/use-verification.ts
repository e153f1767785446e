import { account, type User } from '@portal/contract/account/account'
import { useEffect, useState } from 'react'
import { analytics } from '../../lib/analytics/analytics.ts'
import { useSetUser, useUpdateUser } from '../../lib/guard/session.ts'
import { useIsOutdated } from '../../lib/request/connection.ts'
import { useApiMutation } from '../../lib/request/use-api-mutation.ts'
import { useCreateBillingIntegration } from '../billing/billing-integration.ts'
import { recordCheck } from './watch-verification.ts'

/** Why navigation is disabled while the email is unverified. */
export const verifyFirst = 'Verify your email address first.'

/** Takes over a profile that the identity provider now reports as verified. */
export function useSetVerified(): (user: User) => void {
  const createBillingIntegration = useCreateBillingIntegration()
  const setUser = useSetUser()
  return (user) => {
    analytics.track('email_verified')
    createBillingIntegration(user.id)
    setUser(user)
  }
}

/** How long the button of a failed check says so. Then it invites the next check again. */
const failureShownMs = 10_000

export interface Verification {
  /** Asks the identity provider again, and resolves to whether the address is verified. */
  check: () => Promise<boolean>
  resend: () => void
  isChecking: boolean
  isResending: boolean
  isResent: boolean
  /** The last check did not find the address verified. */
  hasFailed: boolean
  /** The same, a short time ago. */
  hasJustFailed: boolean
  errorMessage: string | undefined
  /** The error says that the user is offline, and the connection is back. */
  isErrorOutdated: boolean
}

/** What a user can do about an unverified address: check again, or have the email sent again. */
export function useVerification(user: User): Verification {
  const [hasFailed, setHasFailed] = useState(false)
  const [hasJustFailed, setHasJustFailed] = useState(false)
  useEffect(() => {
    if (!hasJustFailed) return
    const timer = setTimeout(() => setHasJustFailed(false), failureShownMs)
    return () => clearTimeout(timer)
  }, [hasJustFailed])
  const setUser = useSetUser()
  const updateUser = useUpdateUser()
  const setVerified = useSetVerified()
  const input = { params: { userId: user.id } }
  const refresh = useApiMutation(account.refreshAuth0Profile)
  const resend = useApiMutation(account.resendEmailVerification, {
    expectedErrors: ['EmailAlreadyVerified'],
    onError: ({ code }) => {
      if (code !== 'EmailAlreadyVerified') return
      void refresh.mutateAsync(input).then(
        (refreshed) => setUser(refreshed.user),
        () => updateUser(user.id, { emailVerified: true }),
      )
    },
  })

  async function check() {
    recordCheck()
    setHasJustFailed(false)
    // Its success stays, because it hides the button.
    if (resend.error) resend.reset()
    const refreshed = await refresh.mutateAsync(input).then(
      (answer) => answer.user,
      () => undefined,
    )
    const isVerified = refreshed?.emailVerified === true
    if (isVerified && !user.emailVerified) setVerified(refreshed)
    else if (refreshed) setUser(refreshed)
    setHasFailed(!isVerified)
    setHasJustFailed(!isVerified)
    return isVerified
  }

  const isAlreadyVerified = resend.error?.code === 'EmailAlreadyVerified'
  const error = refresh.error ?? (isAlreadyVerified ? null : resend.error)
  const isErrorOutdated = useIsOutdated(error)
  return {
    check,
    resend: () => {
      refresh.reset()
      resend.mutate(input)
    },
    isChecking: refresh.isPending,
    isResending: resend.isPending,
    isResent: resend.isSuccess,
    hasFailed,
    hasJustFailed,
    errorMessage: error?.message,
    isErrorOutdated,
  }
}
