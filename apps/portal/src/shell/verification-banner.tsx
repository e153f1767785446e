import { account, type User } from '@portal/contract/account/account'
import { showToast } from '@portal/ui/lib/toast-queue'
import { Icon } from '@portal/ui/text/icon'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useSetVerified, useVerification } from '../features/account/use-verification.ts'
import { VerificationButtons, VerificationError } from '../features/account/verification-buttons.tsx'
import { watchVerification } from '../features/account/watch-verification.ts'
import { sessionQuery } from '../lib/guard/session.ts'
import { useApiMutation } from '../lib/request/use-api-mutation.ts'

/** Asks the user to verify the email, on every page that does not ask for it in its content. */
export function VerificationBanner({ user }: { user: User }) {
  const verification = useVerification(user)
  return (
    <section
      aria-label="Email verification"
      className="border-warning-line border-b bg-warning-soft text-warning-text"
    >
      <div className="mx-auto flex w-full max-w-[1248px] flex-wrap items-center gap-x-4 gap-y-2 px-6 py-2.5">
        <Icon name="mail" size="sm" />
        <div className="flex min-w-0 grow basis-80 flex-col gap-1">
          <p className="font-medium">Please verify your email address</p>
          <p className="text-sm">You will not be able to use the product until you verify your email.</p>
          <VerificationError verification={verification} />
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <VerificationButtons
            verification={verification}
            email={user.email}
            size="sm"
            resendTone="warning"
          />
        </div>
      </div>
    </section>
  )
}

/** The user did not ask for these checks, so their failures are not shown, and logged as warnings. */
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
