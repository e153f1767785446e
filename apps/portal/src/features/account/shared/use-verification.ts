import { account, type User } from '@portal/contract/account/account'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { analytics } from '../../../lib/analytics/analytics.ts'
import { useSetUser, useUpdateUser } from '../../../lib/guard/session.ts'
import { useCall } from '../../../lib/request/calls.ts'
import { createBillingIntegration } from '../../billing/shared/billing-integration.ts'
import { recordCheck } from './verification-schedule.ts'

/** Why navigation is disabled while the email is unverified. */
export const verifyFirst = 'Verify your email address first.'

/** Takes over a profile that the identity provider now reports as verified. */
export function useSetVerified(): (user: User) => void {
  const queryClient = useQueryClient()
  const setUser = useSetUser()
  return (user) => {
    analytics.track('email_verified')
    createBillingIntegration(queryClient, user.id)
    setUser(user)
  }
}

export interface Verification {
  /** Asks the identity provider again, and resolves to whether the address is verified. */
  check: () => Promise<boolean>
  resend: () => Promise<void>
  isChecking: boolean
  isResending: boolean
  isResent: boolean
  /** The last check did not find the address verified. */
  hasFailed: boolean
  errorMessage: string | undefined
}

/** What a user can do about an unverified address: check again, or have the email sent again. */
export function useVerification(user: User): Verification {
  const refreshCall = useCall(account.refreshAuth0Profile)
  const resendCall = useCall(account.resendEmailVerification, { expectedErrors: ['EmailAlreadyVerified'] })
  const [hasFailed, setHasFailed] = useState(false)
  const setUser = useSetUser()
  const updateUser = useUpdateUser()
  const setVerified = useSetVerified()
  const params = { userId: user.id }

  async function check() {
    recordCheck()
    // Its success stays, because it hides the button.
    if (resendCall.error) resendCall.reset()
    const outcome = await refreshCall.run({ params })
    const refreshed = outcome.isOk ? outcome.data.user : undefined
    const isVerified = refreshed?.emailVerified === true
    if (isVerified && !user.emailVerified) setVerified(refreshed)
    else if (refreshed) setUser(refreshed)
    setHasFailed(!isVerified)
    return isVerified
  }

  async function resend() {
    refreshCall.reset()
    const outcome = await resendCall.run({ params })
    if (outcome.isOk || outcome.error.code !== 'EmailAlreadyVerified') return
    const reloaded = await refreshCall.run({ params })
    if (reloaded.isOk) setUser(reloaded.data.user)
    else updateUser(user.id, { emailVerified: true })
  }

  const isAlreadyVerified = resendCall.error?.code === 'EmailAlreadyVerified'
  return {
    check,
    resend,
    isChecking: refreshCall.status.isPending,
    isResending: resendCall.status.isPending,
    isResent: resendCall.status.isSuccess,
    hasFailed,
    errorMessage:
      refreshCall.status.errorMessage ?? (isAlreadyVerified ? undefined : resendCall.status.errorMessage),
  }
}
