import { useEffect } from 'react'
import { env } from '../../lib/env.ts'
import { browserNavigation } from '../../lib/guard/browser-navigation.ts'
import { announceUser } from '../../lib/guard/session-broadcast.ts'
import { Logo } from '../../lib/layout/logo.tsx'
import { NoticePage } from '../../lib/layout/notice-page.tsx'
import { plainLink } from '../../lib/layout/plain-link.ts'

/** Long enough to read the message. */
const readingTimeMs = 2_000

/** Confirms the sign-out, then redirects to the marketing site. */
export function LogoutSuccessPage() {
  useEffect(() => {
    announceUser(null)
    const timer = setTimeout(() => browserNavigation.replace(env.marketingUrl), readingTimeMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <NoticePage
      title="You have successfully logged out"
      tabTitle="Logged out"
      icon={<Logo className="size-14" />}
    >
      <p>
        Redirecting you to{' '}
        <a href={env.marketingUrl} className={plainLink}>
          our website
        </a>
        . Or{' '}
        <a href="/login" className={plainLink}>
          log in again
        </a>
        .
      </p>
    </NoticePage>
  )
}
