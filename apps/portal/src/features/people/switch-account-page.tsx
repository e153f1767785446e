import { useEffect } from 'react'
import { browserNavigation } from '../../lib/guard/browser-navigation.ts'
import { NoticePage } from '../../lib/layout/notice-page.tsx'
import { plainLink } from '../../lib/layout/plain-link.ts'
import '../../lib/styles.css'

/** Long enough to read the message. */
const readingTimeMs = 2_000

/** Shown after the sign-out that switches accounts. Continues to sign-in, which returns to the invitation. */
export function SwitchAccountPage() {
  useEffect(() => {
    const timer = setTimeout(() => browserNavigation.replace('/login'), readingTimeMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <NoticePage title="You have successfully logged out" tabTitle="Switch account">
      <p>
        Redirecting you to{' '}
        <a href="/login" className={plainLink}>
          log in with the invited address
        </a>
        .
      </p>
      <p>
        No account with that address yet?{' '}
        <a href="/signup" className={plainLink}>
          Sign up
        </a>
        . Either way, you return to your invitation.
      </p>
    </NoticePage>
  )
}
