import { useEffect } from 'react'
import { browserNavigation } from '../../lib/guard/browser-navigation.ts'
import { NoticePage } from '../../lib/layout/notice-page.tsx'
import { plainLink } from '../../lib/layout/plain-link.ts'
import '../../lib/styles.css'

/** Long enough to read the sentence. */
const readingTimeMs = 2_000

/** After a sign-out that makes room for another account: on to sign-in, which leads back to the invitation. */
export function SwitchAccountPage() {
  useEffect(() => {
    const timer = setTimeout(() => browserNavigation.replace('/login'), readingTimeMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <NoticePage title="You have successfully logged out" tabTitle="Switch account">
      <p>
        You are being taken to the page where you{' '}
        <a href="/login" className={plainLink}>
          log in with the invited address
        </a>
        .
      </p>
      <p>
        No account with it yet?{' '}
        <a href="/signup" className={plainLink}>
          Sign up
        </a>
        . Either way you come back to your invitation.
      </p>
    </NoticePage>
  )
}
