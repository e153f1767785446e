import { account, type User } from '@portal/contract/account'
import { Button } from '@portal/ui/button'
import { Icon } from '@portal/ui/icon'
import { useState } from 'react'
import { analytics } from '../lib/analytics.ts'
import { useCall } from '../lib/api.ts'
import { createBillingIntegration } from '../lib/billing-integration.ts'
import { useSetUser } from '../lib/session.ts'

/**
 * Asks for the verification of the e-mail (SPEC section 2, "App shell"; section 4, "Account"). "Already verified?" asks
 * the identity provider again; an address that turns out to be verified when the mail is to be sent again counts too.
 */
export function VerificationBanner({ user }: { user: User }) {
  const refresh = useCall(account.refreshAuth0Profile)
  const resend = useCall(account.resendEmailVerification, { expectedErrors: ['EmailAlreadyVerified'] })
  const [hasFailed, setHasFailed] = useState(false)
  const setUser = useSetUser()
  const params = { userId: user.id }

  async function check() {
    const outcome = await refresh.run({ params })
    if (outcome.isOk && outcome.data.user.emailVerified) {
      analytics.track('email_verified')
      createBillingIntegration(user.id)
      setUser(outcome.data.user)
    } else setHasFailed(true)
  }

  async function sendAgain() {
    const outcome = await resend.run({ params })
    if (outcome.isOk || outcome.error.code !== 'EmailAlreadyVerified') return
    const reloaded = await refresh.run({ params })
    setUser(reloaded.isOk ? reloaded.data.user : { ...user, emailVerified: true })
  }

  const isAlreadyVerified = resend.error?.code === 'EmailAlreadyVerified'
  const failure = refresh.status.errorMessage ?? (isAlreadyVerified ? undefined : resend.status.errorMessage)
  return (
    <section
      aria-label="Email verification"
      className="border-warning-line border-b bg-warning-soft text-warning-text"
    >
      <div className="mx-auto flex w-full max-w-[1248px] flex-wrap items-center gap-x-4 gap-y-2 px-6 py-2.5">
        <Icon name="mail" size="sm" />
        <div className="min-w-0 grow basis-80">
          <p className="font-medium">Please verify your email address</p>
          <p className="text-sm">You will not be able to use the product until you verify your email.</p>
          {failure && (
            <p role="alert" className="mt-1 font-medium text-danger-text text-sm">
              ERROR: {failure}
            </p>
          )}
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <Button size="sm" onPress={() => void check()} isLoading={refresh.status.isPending}>
            {hasFailed ? 'Not Verified, Try Again' : 'Already verified?'}
          </Button>
          {resend.status.isSuccess ? (
            <span role="status" className="text-sm">
              Sent. Please look into your inbox.
            </span>
          ) : (
            <Button
              size="sm"
              variant="ghost"
              tone="warning"
              onPress={() => void sendAgain()}
              isLoading={resend.status.isPending}
            >
              Resend Email
            </Button>
          )}
        </div>
      </div>
    </section>
  )
}
