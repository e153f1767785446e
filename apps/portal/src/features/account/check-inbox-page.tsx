import type { User } from '@portal/contract/account/account'
import { LinkButton } from '@portal/ui/buttons/link-button'
import { Icon } from '@portal/ui/text/icon'
import { TextLink } from '@portal/ui/text/text-link'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { browserNavigation } from '../../lib/guard/browser-navigation.ts'
import { readLoginRedirect } from '../../lib/guard/login-redirect.ts'
import { useUser } from '../../lib/guard/session.ts'
import { NoticePage } from '../../lib/layout/notice-page.tsx'
import { profileFormPath } from './inbox-screen.ts'
import { nextPageAfterVerification } from './next-page.ts'
import { useVerification } from './use-verification.ts'
import { VerificationButtons, VerificationError } from './verification-buttons.tsx'

const icon = <Icon name="mail" size="xl" className="text-content-subtle" />

function VerificationRequest({ user }: { user: User }) {
  const verification = useVerification(user)
  return (
    <NoticePage
      title="Check your inbox"
      icon={icon}
      actions={
        <>
          <VerificationButtons verification={verification} email={user.email} size="md" tone="accent" />
          <p className="mt-2 basis-full text-content-muted text-sm">
            Wrong details? <TextLink href={profileFormPath}>Edit profile</TextLink>, or{' '}
            <TextLink href="/logout">log out</TextLink> to sign up with another email address.
          </p>
        </>
      }
    >
      <p className="font-medium text-content">Please verify your email address</p>
      <p>
        We sent a link to <strong className="font-medium text-content wrap-anywhere">{user.email}</strong>.
        Open it on any device. This page then continues automatically.
      </p>
      <p>You will not be able to use the product until you verify your email.</p>
      <VerificationError verification={verification} />
    </NoticePage>
  )
}

function VerifiedNotice() {
  return (
    <NoticePage
      title="Your email address is verified"
      icon={icon}
      actions={<LinkButton href="/workspaces">Go to workspaces</LinkButton>}
    >
      <p role="status">Redirecting...</p>
    </NoticePage>
  )
}

interface CheckInboxPageProps {
  /** Whether to focus the heading, because this page replaces a focused form. */
  takesFocus: boolean
  /** Called after the email is verified and the user is redirected, possibly to this same page. */
  onDone: () => void
}

/** Replaces the profile page while the email is unverified, then continues to the requested page. */
export function CheckInboxPage({ takesFocus, onDone }: CheckInboxPageProps) {
  const user = useUser()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  // The tab that opens the link may consume the stored path before this one continues.
  const [storedPath] = useState(readLoginRedirect)

  const leavePage = useEffectEvent(async () => {
    const next = await nextPageAfterVerification(user, queryClient, storedPath)
    if (next.kind === 'browser') return browserNavigation.go(next.url)
    if (next.kind === 'path') await navigate({ href: next.path, replace: true })
    onDone()
  })
  useEffect(() => {
    if (takesFocus) document.querySelector<HTMLElement>('[data-page-heading]')?.focus()
  }, [takesFocus])
  useEffect(() => {
    if (user.emailVerified) void leavePage()
  }, [user.emailVerified])

  return user.emailVerified ? <VerifiedNotice /> : <VerificationRequest user={user} />
}
