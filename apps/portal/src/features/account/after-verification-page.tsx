import { LinkButton } from '@portal/ui/buttons/link-button'
import { Spinner } from '@portal/ui/feedback/spinner'
import { showToast } from '@portal/ui/lib/toast-queue'
import { Icon } from '@portal/ui/text/icon'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useUser } from '../../lib/guard/session.ts'
import { restoreSharedRedirect } from '../../lib/guard/shared-redirect.ts'
import { NoticePage } from '../../lib/layout/notice-page.tsx'
import { useVerification } from './use-verification.ts'
import { VerificationButtons, VerificationError } from './verification-buttons.tsx'

/** The target of the link in the verification email: refreshes the profile, then continues as after a sign-in. */
export function AfterVerificationPage() {
  const user = useUser()
  const navigate = useNavigate()
  const verification = useVerification(user)
  const [wasVerified] = useState(user.emailVerified)

  // Continuing takes the stored page, so a second time would lead to the default workspace instead.
  const hasContinued = useRef(false)
  const continueSignIn = useEffectEvent(() => {
    if (hasContinued.current) return
    hasContinued.current = true
    restoreSharedRedirect(user.id)
    void navigate({ to: '/login-success', search: {}, replace: true })
  })
  const checkFirst = useEffectEvent(async () => {
    const isVerified = await verification.check()
    // If this check verifies the email, the app shell shows the toast instead.
    if (isVerified && wasVerified) showToast('Your email address is verified.', { tone: 'success' })
    if (isVerified) continueSignIn()
  })
  useEffect(() => {
    void checkFirst()
  }, [])
  // The email was verified by the buttons below or in another tab.
  useEffect(() => {
    if (user.emailVerified && !wasVerified) continueSignIn()
  }, [user.emailVerified, wasVerified])

  const icon = <Icon name="mail" size="xl" className="text-content-subtle" />
  if (!verification.hasFailed) {
    return (
      <NoticePage title="Verifying your email address..." tabTitle="Email verification" icon={icon}>
        <Spinner label="Checking..." />
      </NoticePage>
    )
  }
  return (
    <NoticePage
      title={
        verification.errorMessage
          ? 'We could not check your email address'
          : 'Your email address is not verified yet'
      }
      tabTitle="Email verification"
      icon={icon}
      actions={
        <>
          <VerificationButtons
            verification={verification}
            email={user.email}
            size="md"
            {...(verification.errorMessage
              ? { tone: 'accent' }
              : { resendTone: 'accent', resendVariant: 'solid' })}
          />
          <LinkButton href="/profile" variant="ghost">
            Go to profile
          </LinkButton>
        </>
      }
    >
      <p className="font-medium text-content">Please verify your email address</p>
      {!verification.errorMessage && (
        <p>
          The link may be expired, already used or for another account. You are signed in as{' '}
          <strong className="font-medium text-content wrap-anywhere">{user.email}</strong>. Resend the email
          to get a new link.
        </p>
      )}
      <VerificationError verification={verification} />
    </NoticePage>
  )
}
