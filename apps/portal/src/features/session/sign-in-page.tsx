import { useEffect } from 'react'
import { loginUrl } from '../../lib/api-address.ts'
import { browserNavigation } from '../../lib/browser-navigation.ts'
import { env } from '../../lib/env.ts'
import { Logo } from '../../lib/logo.tsx'
import { NoticePage } from '../../lib/notice-page.tsx'
import { plainLink } from '../../lib/plain-link.ts'

/** Login and signup (SPEC section 2): sends the browser to the identity provider, and offers a link where it does not go. */
export function SignInPage({ isSignup = false }: { isSignup?: boolean }) {
  const url = loginUrl(isSignup)
  // In the place of this page: Back shall not lead into the same redirect again.
  useEffect(() => browserNavigation.replace(url), [url])
  const act = isSignup ? 'sign up' : 'log in'
  return (
    <NoticePage
      title={`Welcome to ${env.productName}`}
      tabTitle={isSignup ? 'Sign up' : 'Log in'}
      icon={<Logo className="size-14" />}
    >
      <p>You are being taken to the page where you {act}.</p>
      <p>
        Nothing happens?{' '}
        <a href={url} className={plainLink}>
          Click here to {act}
        </a>
        .
      </p>
    </NoticePage>
  )
}
