import { createFileRoute, redirect } from '@tanstack/react-router'
import { AfterVerificationPage } from '../features/account/after-verification-page.tsx'
import { takeLoginRedirect } from '../lib/guard/login-redirect.ts'
import { verificationReturnIn } from '../lib/guard/search-parameters.ts'
import { useSession } from '../lib/guard/session.ts'
import { PagePending } from '../shell/page-pending.tsx'

/**
 * After sign-in: continues to where the user was going, otherwise to the default workspace. With `verification=done` it is
 * where the link in the verification email ends.
 */
export const Route = createFileRoute('/login-success')({
  staticData: { name: 'login-success' },
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
  return user && verification ? <AfterVerificationPage /> : <PagePending />
}
