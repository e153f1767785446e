import { createFileRoute, redirect } from '@tanstack/react-router'
import { takeLoginRedirect } from '../lib/login-redirect.ts'
import { PagePending } from '../shell/page-pending.tsx'

/** After sign-in: on to where the person was going, otherwise to the default workspace (SPEC section 2). */
export const Route = createFileRoute('/login-success')({
  staticData: { name: 'login-success' },
  beforeLoad: ({ preload }) => {
    if (preload) return
    const path = takeLoginRedirect()
    throw path
      ? redirect({ href: path, replace: true })
      : redirect({ to: '/default_workspace', replace: true })
  },
  component: PagePending,
})
