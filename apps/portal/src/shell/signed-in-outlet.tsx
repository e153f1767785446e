import { Outlet } from '@tanstack/react-router'
import { hasSignedOutMessage } from '../lib/guard/route-guard.ts'
import { useSession } from '../lib/guard/session.ts'
import { useRouteName } from '../lib/guard/use-route-name.ts'
import { PageSpinner } from './page-pending.tsx'

/** Renders the page for a signed-in user. For a signed-out user, only pages with a message for that case are rendered. */
export function SignedInOutlet() {
  const routeName = useRouteName()
  return useSession() || hasSignedOutMessage(routeName) ? (
    <Outlet />
  ) : (
    <PageSpinner className="animate-late" />
  )
}
