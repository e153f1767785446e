import { createFileRoute, redirect } from '@tanstack/react-router'
import { AfterVerificationPage } from '../features/account/after-verification-page.tsx'
import { takeLoginRedirect } from '../lib/guard/login-redirect.ts'
import { verificationReturnIn } from '../lib/guard/search-parameters.ts'
import { useSession } from '../lib/guard/session.ts'
import { PageSpinner } from '../shell/page-pending.tsx'

/**
 * The page after sign-in. Continues to the page that the user requested, or to the default workspace. The link in the
 * verification email returns here with `verification=done`.
 */
export const Route = createFileRoute('/login-success')({
  staticData: { name: 'login-success', access: 'signed-in', returnTo: 'never' },
  validateSearch: verificationReturnIn,
  beforeLoad: ({ preload, search }) => {
    if (preload || search.verification) return
    const path = takeLoginRedirect()
    throw path
      ? redirect({ href: path, replace: true })
      : redirect({ to: '/default_workspace', replace: true })
  },
  component: RouteComponent,
})

function RouteComponent() {
  const { verification } = Route.useSearch()
  const user = useSession()
  return user && verification ? <AfterVerificationPage /> : <PageSpinner className="animate-late" />
}
