import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { env } from '../../lib/env.ts'
import { browserNavigation } from '../../lib/guard/browser-navigation.ts'
import { useSignedOut } from '../../lib/guard/session.ts'
import { Logo } from '../../lib/layout/logo.tsx'
import { NoticePage } from '../../lib/layout/notice-page.tsx'
import { plainLink } from '../../lib/layout/plain-link.ts'
import { loginUrl } from '../../lib/request/api-address.ts'
import { errorTexts } from '../../lib/request/error-messages.ts'
import { LazyErrorMessage } from '../../lib/request/lazy-error-message.tsx'

/** Does not redirect, because a signed-in user could end up in a redirect loop. */
function AuthCheckFailure({ error }: { error: Error }) {
  const router = useRouter()
  return (
    <>
      <p>We couldn't check whether you're signed in.</p>
      <LazyErrorMessage
        {...errorTexts(error)}
        onRetry={() => void router.invalidate()}
        className="text-left"
      />
    </>
  )
}

/**
 * Login and signup: redirects a signed-out user to the identity provider, and offers a link in case the redirect fails. See
 * docs/product/sign-in.md#signing-in-and-up.
 */
export function SignInPage({ isSignup = false }: { isSignup?: boolean }) {
  const url = loginUrl(isSignup)
  const { isSignedOut, failure } = useSignedOut()
  useEffect(() => {
    // Replaces this page in the history, so that Back does not trigger the redirect again.
    if (isSignedOut) browserNavigation.replace(url)
  }, [isSignedOut, url])
  const act = isSignup ? 'sign up' : 'log in'
  return (
    <NoticePage
      title={`Welcome to ${env.productName}`}
      tabTitle={isSignup ? 'Sign up' : 'Log in'}
      icon={<Logo className="size-14" />}
    >
      {isSignedOut && <p>{`Redirecting you to ${act}.`}</p>}
      {failure && <AuthCheckFailure error={failure} />}
      <p>
        {isSignedOut && <span>Nothing happens? </span>}
        <a href={url} className={plainLink}>
          {`Click here to ${act}`}
        </a>
        .
      </p>
    </NoticePage>
  )
}
